package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every DML statement is counted from its begin to its end. */
@Tag("sql")
final class DmlGateTest {
  private final List<String> seen = new ArrayList<>();

  @Test
  @Fact({"QT-025", "QT-026", "QT-027"})
  void dmlStatementsPassTheGateAndOthersDoNot() throws SQLException {
    DmlGate gate =
        (table, appends) -> {
          if (seen.size() >= 10) {
            throw new ServiceException(400, "resourcesExceeded", "Too many");
          }
          seen.add((appends ? "+" : "~") + table);
          return () -> seen.add("end");
        };
    try (SqlFixture sql = new SqlFixture(gate)) {
      sql.create("t", field("id", FieldType.INT64));
      sql.run("SELECT * FROM t");
      sql.run("INSERT t VALUES (1)");
      sql.run("UPDATE t SET id = 2 WHERE TRUE");
      sql.run("MERGE t USING (SELECT 1 AS one) ON FALSE WHEN NOT MATCHED THEN INSERT VALUES (one)");
      assertThatThrownBy(() -> sql.run("UPDATE t SET id = DIV(1, 0) WHERE TRUE"));
      sql.run("DELETE t WHERE TRUE");
      assertThatThrownBy(() -> sql.run("TRUNCATE TABLE t")).hasMessage("Too many");

      assertThat(seen)
          .containsExactly(
              "+p.d.t", "end", "~p.d.t", "end", "~p.d.t", "end", "~p.d.t", "end", "~p.d.t", "end");
    }
  }
}
