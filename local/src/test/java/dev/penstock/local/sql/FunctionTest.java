package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FunctionTest {
  private final SqlFixture sql = new SqlFixture();

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  static List<String> cases() {
    try (var in =
        Objects.requireNonNull(FunctionTest.class.getResourceAsStream("function-cases.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void answersAsTheReferenceSays(String line) {
    int arrow = line.lastIndexOf(" => ");

    String value = Printed.value(sql.value("SELECT " + line.substring(0, arrow)));

    assertThat(value).isEqualTo(line.substring(arrow + 4));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 / 0 | division by zero: 5 / 0",
        "DIV(5, 0) | division by zero: 5 / 0",
        "MOD(5, 0) | division by zero: 5 / 0",
        "9223372036854775807 + 1 | int64 overflow: 9223372036854775807 + 1",
        "1e308 * 10 | double overflow: 1e+308 * 10",
        "-1e308 - 1e308 | double overflow: -1e+308 - 1e+308",
        "1e308 / 0.1 | double overflow: 1e+308 / 0.1",
        "(SELECT SUM(x) FROM UNNEST([1e308, 1e308]) AS x) | double overflow in SUM",
        "(SELECT AVG(x) FROM UNNEST([1e308, 1e308]) AS x) | double overflow in AVG",
        "DATE_ADD(DATE '9999-12-31', INTERVAL 1 DAY) | date overflow: the result lies outside the"
            + " years 0001 to 9999",
        "DATE '0001-01-01' - 1 | date overflow: the result lies outside the years 0001 to 9999",
        "DATETIME_ADD(DATETIME '9999-12-31 23:00:00', INTERVAL 1 HOUR) | timestamp overflow: the"
            + " result lies outside the years 0001 to 9999",
        "TIMESTAMP_SUB(TIMESTAMP '0001-01-01 00:00:00+00', INTERVAL 1 MICROSECOND) | timestamp"
            + " overflow: the result lies outside the years 0001 to 9999",
        "TIMESTAMP_SECONDS(253402300800) | timestamp overflow: the result lies outside the years"
            + " 0001 to 9999",
        "-(-9223372036854775808) | int64 overflow: 0 - -9223372036854775808",
        "DIV(-9223372036854775808, -1) | int64 overflow: -9223372036854775808 / -1",
        "SQRT(-1) | Argument to SQRT cannot be negative: -1",
        "LN(0) | Floating point error in function: LN(0)",
        "LOG10(-1) | Floating point error in function: LOG10(-1)",
        "LOG(2, 1) | Floating point error in function: LOG(2, 1)",
        "ASIN(2) | Floating point error in function: ASIN(2)",
        "ACOS(2) | Floating point error in function: ACOS(2)",
        "ROUND(1.7e308, -308) | Floating point overflow in function: ROUND(1.7e+308)",
        "LPAD('abc', -1) | Second argument (output size) for LPAD/RPAD cannot be negative",
        "RPAD('abc', -1) | Second argument (output size) for LPAD/RPAD cannot be negative",
        "ASCII('é') | Argument to ASCII is not a structurally valid ASCII string: 'é'",
        "TRANSLATE('abc', 'aa', 'xy') | Duplicate character in TRANSLATE source characters",
        "POW(10, 400) | Floating point error in function: POW(10, 400)",
        "POW(0, -1) | Floating point error in function: POW(0, -1)",
        "EXP(1000) | Floating point error in function: EXP(1000)",
        "CAST('a' AS INT64) | Bad int64 value: a",
        "CAST('2020-02-30' AS DATE) | Invalid date: '2020-02-30'",
        "[1, 2][OFFSET(2)] | Array index 2 is out of bounds",
        "SUBSTR('abc', 1, -1) | Third argument in SUBSTR() cannot be negative",
        "ERROR('my text') | my text",
        "(SELECT x FROM UNNEST([1, 2]) x) | Scalar subquery produced more than one element",
        "GENERATE_ARRAY(1, 2, 0) | Sequence step cannot be 0.",
        "ST_GEOGFROMTEXT('POINT(1)') | ST_GeogFromText failed: no latitude at character 8",
        "ST_GEOGFROMTEXT('POINT(1 91)') | ST_GeogFromText failed: latitude 91 is not in [-90, 90]",
      })
  void failsWhenEvaluated(String expression, String message) {
    assertThatThrownBy(() -> sql.run("SELECT " + expression))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.reason()).isEqualTo("invalidQuery"))
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ST_GEOGFROMTEXT('{}') | GEOGRAPHY from GeoJSON",
        "ST_GEOGFROMTEXT('POINT(1 2)', TRUE) | SQL function ST_GEOGFROMTEXT(STRING, BOOL)",
        "ST_GEOGPOINT(1, 2) | SQL function ST_GEOGPOINT(FLOAT64, FLOAT64)",
        "REGEXP_EXTRACT_GROUPS('abc', '(b)') | SQL function REGEXP_EXTRACT_GROUPS(STRING, STRING)",
        "NET.PUBLIC_SUFFIX('a.b') | SQL function NET.PUBLIC_SUFFIX(STRING)",
        "INSTR('abc', '', 2) | SQL INSTR of an empty text from a position",
        "CAST(ARRAY<DATE>['2020-01-02'] AS ARRAY<DATETIME>) | SQL constant DATE as DATETIME",
        "[1] = [1] | SQL function $EQUAL(ARRAY<INT64>, ARRAY<INT64>)",
        "STRUCT([1] AS a) = STRUCT([1] AS a) | SQL function $EQUAL(ARRAY<INT64>, ARRAY<INT64>)",
        "FORMAT('%t', RANGE(CURRENT_DATE(), NULL)) | SQL FORMAT of a RANGE",
        "CAST('abc' AS STRING(2)) | SQL CAST to a type with parameters",
      })
  void refusesWhatIsNotTranslated(String expression, String feature) {
    assertThatThrownBy(() -> sql.run("SELECT " + expression))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.httpCode()).isEqualTo(501))
        .hasMessage("not supported by Penstock local: " + feature);
  }

  @Test
  void chainsAndNestsManyOperators() {
    String chain = String.join("||", Collections.nCopies(200, "x"));
    String nested = "ABS(".repeat(200) + "-1" + ")".repeat(200);

    assertThat(sql.value("SELECT " + chain + " FROM UNNEST(['a']) AS x"))
        .isEqualTo("a".repeat(200));
    assertThat(sql.value("SELECT " + nested)).isEqualTo(1L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT | x+ | 2000 | x",
        "SELECT | CASE WHEN TRUE THEN | 10000 | 1",
        "SELECT 1 | + CASE WHEN TRUE THEN 1 END | 10000 | ",
        "SELECT | ( | 10000 | 1",
        "SELECT | ABS( | 10000 | 1",
        "SELECT | NOT | 10000 | TRUE",
        "SELECT x | .a | 10000 | FROM y",
        "SELECT x | [0] | 10000 | FROM y",
        "SELECT * FROM | (SELECT * FROM | 10000 | y",
        "SELECT 1 | UNION ALL SELECT 1 | 10000 | ",
        "SELECT * FROM y | CROSS JOIN y | 10000 | ",
        " | BEGIN | 10000 | SELECT 1",
        " | IF TRUE THEN | 10000 | SELECT 1",
      })
  void refusesWhatNestsTooDeepBeforeItIsRead(String start, String part, int times, String end) {
    String query =
        Objects.requireNonNullElse(start, "")
            + (" " + part + " ").repeat(times)
            + Objects.requireNonNullElse(end, "");

    for (ThrowingCallable call :
        List.<ThrowingCallable>of(() -> sql.run(query), () -> sql.engine.parseScript(query))) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              ServiceException.class, e -> assertThat(e.httpCode()).isEqualTo(501))
          .hasMessageMatching(
              "not supported by Penstock local: SQL (expression|query) of more than .*");
    }
  }

  @Test
  void readsLongTextsThatDoNotNest() {
    String sums = "-x*x + CASE WHEN x IS NOT NULL THEN IF(x=1, x, 2) END + ".repeat(60) + "x";
    String numbers = String.join(", ", Collections.nCopies(10_000, "2"));
    String columns = String.join(", ", Collections.nCopies(500, "x IS DISTINCT FROM 1"));
    String either = " OR x = 2 AND x IN (2)".repeat(300);

    assertThat(sql.value("SELECT " + sums + " FROM UNNEST([1]) AS x")).isEqualTo(1L);
    assertThat(sql.value("SELECT x IN (" + numbers + ")" + either + " FROM UNNEST([1]) AS x"))
        .isEqualTo(false);
    assertThat(sql.run("SELECT " + columns + " FROM UNNEST([1]) AS x").schema()).hasSize(500);
    assertThat(
            sql.value(
                "SELECT 1 /* " + "(".repeat(2_000) + " */ + LENGTH('" + "(".repeat(2_000) + "')"))
        .isEqualTo(2_001L);
  }

  @Test
  void allTimeFunctionsOfAStatementAgree() {
    List<?> row =
        sql.rows("SELECT CURRENT_TIMESTAMP(), CURRENT_DATE(), CURRENT_DATE('Pacific/Apia')").get(0);

    assertThat(Printed.value(row))
        .isEqualTo("[2026-03-04T05:06:07.123456Z, 2026-03-04, 2026-03-04]");
  }
}
