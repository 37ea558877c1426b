package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Functions against ZetaSQL's reference evaluator, over the edges of their arguments' types. */
@Tag("sql")
final class OracleTest {
  private static final int EXPRESSIONS_PER_LINE = 5;

  @Test
  void answersAndFailsAsTheReferenceEvaluatorDoes() throws SQLException {
    List<String> expressions = OracleCases.load().expressions(EXPRESSIONS_PER_LINE);
    try (ReferenceProcess reference = new ReferenceProcess();
        SqlFixture sql = new SqlFixture()) {
      List<String> expected = reference.evaluate(expressions);

      assertThat(new OracleComparison(sql).differences(expressions, expected)).isEmpty();
    }
  }
}
