package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NULL as GEOGRAPHY, which the analyzer's API cannot say. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GeographyNullTest {
  private final SqlFixture sql = new SqlFixture();

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CAST(NULL AS GEOGRAPHY)",
        "SAFE_CAST(NULL AS GEOGRAPHY)",
        "IF(FALSE, ST_GEOGFROMTEXT('POINT(1 2)'), NULL)",
        "CASE WHEN FALSE THEN ST_GEOGFROMTEXT('POINT(1 2)') ELSE NULL END",
        "CAST(NULL AS STRUCT<a GEOGRAPHY>)",
        "STRUCT<a GEOGRAPHY, n INT64>(NULL, 2).a",
        "CAST([] AS ARRAY<GEOGRAPHY>)[SAFE_OFFSET(0)]",
        "ST_ASTEXT(NULL)"
      })
  void isNull(String expression) {
    assertThat(sql.value("SELECT " + expression)).isNull();
  }

  @Test
  void isAnEmptyArrayOfGeographies() {
    assertThat(sql.value("SELECT CAST([] AS ARRAY<GEOGRAPHY>)")).isEqualTo(List.of());
  }

  @Test
  void isStoredByEveryStatement() {
    sql.run("CREATE TABLE d.g (id INT64, pt GEOGRAPHY)");
    sql.run("INSERT INTO d.g VALUES (1, ST_GEOGFROMTEXT('POINT(1 2)')), (2, NULL)");
    sql.run("INSERT INTO d.g SELECT 3, IF(id = 1, pt, NULL) FROM d.g");
    assertThat(sql.rows("SELECT id, pt FROM d.g UNION ALL SELECT 9, NULL"))
        .containsExactlyInAnyOrder(
            List.of(1L, "POINT(1 2)"),
            Arrays.asList(2L, null),
            Arrays.asList(3L, null),
            List.of(3L, "POINT(1 2)"),
            Arrays.asList(9L, null));
    sql.run("UPDATE d.g SET pt = NULL WHERE id = 1");
    sql.run(
        "MERGE d.g AS t USING (SELECT 3 AS id UNION ALL SELECT 4) AS s ON t.id = s.id WHEN MATCHED"
            + " THEN UPDATE SET pt = NULL WHEN NOT MATCHED THEN INSERT (id, pt) VALUES (s.id, NULL)");
    assertThat(sql.rows("SELECT COUNT(*), COUNT(pt), MAX(id) FROM d.g"))
        .containsExactly(List.of(5L, 0L, 4L));
  }

  @Test
  void isTakenAsAParameter() {
    Field type = SqlFixture.field("", FieldType.GEOGRAPHY);
    Field types = Field.of("", FieldType.GEOGRAPHY, Mode.REPEATED);
    assertThat(
            sql.rows(
                "SELECT @none, @some, @all",
                new SqlParameter("none", type, null),
                new SqlParameter("some", type, "POINT(1 2)"),
                new SqlParameter("all", types, List.of("POINT(3 4)"))))
        .containsExactly(Arrays.asList(null, "POINT(1 2)", List.of("POINT(3 4)")));
  }
}
