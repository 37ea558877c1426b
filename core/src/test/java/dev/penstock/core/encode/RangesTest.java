package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.CivilTimeEncoder;
import com.google.protobuf.DynamicMessage;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.sequence.SequenceNumber;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RANGE columns: a message of two bounds, each unset when unbounded (WA-144, WA-145). */
final class RangesTest {
  private static final String NAME = "r";
  private static final SourceField TEXT = SourceField.of(NAME, ValueKind.TEXT, true);
  private static final SourceField DAYS =
      SourceField.struct(
          NAME,
          true,
          List.of(
              SourceField.of("End", ValueKind.DATE, true),
              SourceField.of("start", ValueKind.DATE, true)));

  private static Column of(ColumnType element) {
    return Column.range(NAME, ColumnMode.NULLABLE, element);
  }

  private static Encoding encoding(SourceField field, Column column) {
    return Encoding.appending(List.of(field), List.of(column));
  }

  private static Map<String, Object> bounds(Object range) {
    return ((DynamicMessage) range)
        .getAllFields().entrySet().stream()
            .collect(Collectors.toMap(entry -> entry.getKey().getName(), Map.Entry::getValue));
  }

  private static Map<String, Object> only(DynamicMessage row) {
    return bounds(row.getAllFields().values().iterator().next());
  }

  private static long civil(String text) {
    return CivilTimeEncoder.encodePacked64DatetimeMicrosLocalDateTime(LocalDateTime.parse(text));
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(
            ColumnType.DATE, "[1970-01-02, 9999-12-31)", Map.of("start", 1, "end", 2_932_896)),
        Arguments.of(ColumnType.DATE, "[1970-01-02,unbounded)", Map.of("start", 1)),
        Arguments.of(ColumnType.DATE, "[NULL, 1970-01-02)", Map.of("end", 1)),
        Arguments.of(ColumnType.DATE, "[UNBOUNDED, UNBOUNDED)", Map.of()),
        Arguments.of(
            ColumnType.DATETIME,
            "[0001-01-01 00:00:00, 2024-02-29T12:34:56.789)",
            Map.of("start", civil("0001-01-01T00:00:00"), "end", civil("2024-02-29T12:34:56.789"))),
        Arguments.of(
            ColumnType.TIMESTAMP,
            "[1970-01-01 00:00:00 UTC, 1970-01-01T02:00:00.000001+01:00)",
            Map.of("start", 0L, "end", 3_600_000_001L)));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("texts")
  void readsTheCanonicalText(ColumnType element, String text, Map<String, Object> expected) {
    assertThat(only(encoding(TEXT, of(element)).message(FakeRow.of(text)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[",
        "[,)",
        "[1970-01-02)",
        "[1970-01-02, 1970-01-03]",
        "(1970-01-02, 1970-01-03)",
        "[1970-01-02, 1970-01-03), ",
        "[1970-01-02, 1970-02-30)",
        "[1970-01-02 00:00:00, 1970-01-03)"
      })
  void refusesOtherTextsWithoutSayingThem(String text) {
    assertThat(encoding(TEXT, of(ColumnType.DATE)).fault(FakeRow.of(text)).message())
        .isEqualTo(
            "Column 'r' is RANGE<DATE>, and the value is no range such as [2026-01-31, UNBOUNDED)"
                + " of two values of DATE. Correct it at the source or make the column STRING.");
  }

  @Test
  void takesAStructOfItsBoundsAndConvertsThemLikeColumns() {
    assertThat(only(encoding(DAYS, of(ColumnType.DATE)).message(FakeRow.of(List.of(2L, 1L)))))
        .isEqualTo(Map.of("start", 1, "end", 2));
    assertThat(only(encoding(DAYS, of(ColumnType.TIMESTAMP)).message(FakeRow.of(List.of(2L, 1L)))))
        .isEqualTo(Map.of("start", 86_400_000_000L, "end", 172_800_000_000L));
    assertThat(
            only(
                encoding(DAYS, of(ColumnType.DATE)).message(FakeRow.of(Arrays.asList(null, null)))))
        .isEmpty();
  }

  @Test
  void leavesNullUnset() {
    assertThat(
            encoding(DAYS, of(ColumnType.DATE))
                .message(FakeRow.of((@Nullable Object) null))
                .getAllFields())
        .isEmpty();
  }

  @Test
  void repeatsRanges() {
    Encoding encoding =
        encoding(
            SourceField.list(NAME, true, TEXT),
            Column.range(NAME, ColumnMode.REPEATED, ColumnType.DATE));

    DynamicMessage row =
        encoding.message(FakeRow.of(List.of("[1970-01-02, UNBOUNDED)", "[UNBOUNDED, 1970-01-03)")));

    assertThat((Collection<?>) row.getAllFields().values().iterator().next())
        .extracting(RangesTest::bounds)
        .containsExactly(Map.of("start", 1), Map.of("end", 2));
  }

  @Test
  void refusesStructsWithOtherFieldsAndRangesOfNobodyKnowsWhat() {
    SourceField place =
        SourceField.struct(NAME, true, List.of(SourceField.of("x", ValueKind.DATE, true)));

    assertThat(refusals(place, of(ColumnType.DATE)))
        .containsExactly(
            "Field 'r' (STRUCT) cannot be written to a column of type RANGE<DATE>. Send a struct of"
                + " 'start' and 'end', or a text.");
    assertThat(refusals(TEXT, Column.nullable(NAME, ColumnType.RANGE)))
        .containsExactly(
            "Field 'r' (TEXT) cannot be written to a column of type RANGE. The schema of the table"
                + " does not say of what its ranges are. Say it, or leave the field out.");
  }

  private static List<String> refusals(SourceField field, Column column) {
    RowPlan.Outcome outcome =
        RowPlan.compile(
            new SourceSchema(List.of(field)),
            RowDescriptor.of(new TableSchema(List.of(column)), false),
            ChangeType.APPEND,
            List.of());
    return ((RowPlan.Outcome.Refused) outcome).reasons();
  }

  @Test
  void fillsARequiredRangeOfADelete() {
    Encoding encoding =
        Encoding.of(
            List.of(SourceField.of("id", ValueKind.LONG, false)),
            List.of(
                Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
                Column.range(NAME, ColumnMode.REQUIRED, ColumnType.DATE)),
            ChangeType.DELETE,
            List.of("id"));

    DynamicMessage row = encoding.message(FakeRow.of(7L), SequenceNumber.of(1));

    assertThat(
            row.getAllFields().entrySet().stream()
                .filter(field -> field.getKey().getName().equals(NAME))
                .map(field -> Objects.requireNonNull(field.getValue()).toString()))
        .containsExactly("");
  }

  @Test
  void refusesAnotherElementTypeUnderWay() {
    RowDescriptor dates = RowDescriptor.of(new TableSchema(List.of(of(ColumnType.DATE))), false);

    assertThat(dates.grow(new TableSchema(List.of(of(ColumnType.DATE))))).isSameAs(dates);
    assertThatThrownBy(() -> dates.grow(new TableSchema(List.of(of(ColumnType.DATETIME)))))
        .hasMessageContaining("changed from RANGE<DATE> to RANGE<DATETIME>");
  }
}
