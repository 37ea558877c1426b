package dev.penstock.local.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnDefaultTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.123456Z"));

  private static Object value(FieldType type, Field.Mode mode, String expression) {
    Field column =
        new Field("c", type, mode, List.of(), null, null, null, null, expression, List.of(), false);
    ColumnDefault.check(column, CLOCK);
    return Objects.requireNonNull(ColumnDefault.value(column, CLOCK));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "STRING | 'x' | x",
        "STRING | SESSION_USER() | local@penstock.invalid",
        "INT64 | -7 | -7",
        "FLOAT64 | 1.5 | 1.5",
        "BOOL | true | true",
        "NUMERIC | 1.25 | 1.25",
        "BIGNUMERIC | BIGNUMERIC '1e3' | 1E+3",
        "DATE | DATE '2026-02-03' | 2026-02-03",
        "DATE | CURRENT_DATE() | 2026-01-02",
        "TIME | CURRENT_TIME | 03:04:05.123456",
        "DATETIME | CURRENT_DATETIME() | 2026-01-02T03:04:05.123456",
        "TIMESTAMP | CURRENT_TIMESTAMP() | 2026-01-02T03:04:05.123456Z",
        "TIMESTAMP | TIMESTAMP '2026-02-03 04:05:06+00' | 2026-02-03T04:05:06Z",
        "JSON | JSON '{ \"a\" : 1 }' | {\"a\":1}",
        "GEOGRAPHY | ST_GEOGPOINT(-122, 47.5) | POINT(-122 47.5)",
      })
  @Fact("SQ-026")
  void evaluatesLiteralsAndTheListedFunctions(FieldType type, String expression, String expected) {
    assertThat(value(type, Field.Mode.NULLABLE, expression)).hasToString(expected);
  }

  @Test
  @Fact("SQ-026")
  void evaluatesBytesAndLists() {
    assertThat(value(FieldType.BYTES, Field.Mode.NULLABLE, "b'ab'"))
        .isEqualTo("ab".getBytes(StandardCharsets.UTF_8));
    assertThat(value(FieldType.STRING, Field.Mode.REPEATED, "['a, b', \"c\"]"))
        .isEqualTo(List.of("a, b", "c"));
    assertThat(value(FieldType.INT64, Field.Mode.REPEATED, "[1, 2]")).isEqualTo(List.of(1L, 2L));
    assertThat(value(FieldType.INT64, Field.Mode.REPEATED, "[]")).isEqualTo(List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "RANGE<DATE> '[2020-01-01, UNBOUNDED)' | [2020-01-01, UNBOUNDED)",
        "RANGE(DATE '2020-01-01', NULL) | [2020-01-01, UNBOUNDED)",
        "range(null, DATE \"2020-02-01\") | [UNBOUNDED, 2020-02-01)",
      })
  @Fact("SQ-026")
  void evaluatesRanges(String expression, String expected) {
    assertThat(ColumnDefault.value(range(expression), CLOCK)).isEqualTo(expected);
  }

  private static Field range(String expression) {
    Field bounds =
        new Field(
            "element",
            FieldType.DATE,
            Field.Mode.NULLABLE,
            List.of(),
            null,
            null,
            null,
            null,
            null,
            List.of(),
            false);
    return new Field(
        "c",
        FieldType.RANGE,
        Field.Mode.NULLABLE,
        List.of(bounds),
        null,
        null,
        null,
        null,
        expression,
        List.of(),
        false);
  }

  @Test
  void namesWhatItDoesNotEvaluate() {
    assertThatThrownBy(() -> value(FieldType.INT64, Field.Mode.NULLABLE, "'x'"))
        .hasMessageContaining("default value expression 'x' of column c");
    assertThatThrownBy(() -> value(FieldType.STRING, Field.Mode.REPEATED, "['a', 'b]"))
        .hasMessageContaining("default value expression ['a', 'b] of column c");
    assertThatThrownBy(() -> value(FieldType.STRING, Field.Mode.NULLABLE, "CONCAT('a', 'b')"))
        .hasMessage(
            "not supported by Penstock local: default value expression CONCAT('a', 'b') of column"
                + " c");
  }
}
