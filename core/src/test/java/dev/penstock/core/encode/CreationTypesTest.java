package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowPlan.Outcome;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CreationTypesTest {
  private static final String NAME = "c";

  private static SourceField of(ValueKind kind) {
    return SourceField.of(NAME, kind, false);
  }

  private static SourceField temporal(ValueKind kind) {
    return SourceField.temporal(NAME, kind, true, TimeUnit.MILLISECONDS);
  }

  private static SourceField decimal(@Nullable Integer precision, @Nullable Integer scale) {
    return SourceField.decimal(NAME, true, precision, scale);
  }

  private static Column column(ColumnType type) {
    return Column.nullable(NAME, type);
  }

  private static Column number(ColumnType type, int precision, int scale) {
    return new Column(NAME, type, ColumnMode.NULLABLE, List.of(), precision, scale, null);
  }

  static Stream<Arguments> columns() {
    return Stream.of(
        Arguments.of(of(ValueKind.BOOL), column(ColumnType.BOOL)),
        Arguments.of(of(ValueKind.LONG), column(ColumnType.INT64)),
        Arguments.of(of(ValueKind.UNSIGNED_LONG), column(ColumnType.NUMERIC)),
        Arguments.of(of(ValueKind.DOUBLE), column(ColumnType.FLOAT64)),
        Arguments.of(of(ValueKind.TEXT), column(ColumnType.STRING)),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_INSTANT), column(ColumnType.TIMESTAMP)),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_OFFSET_TIME), column(ColumnType.STRING)),
        Arguments.of(SourceField.text(NAME, true, TextForm.DECIMAL), column(ColumnType.BIGNUMERIC)),
        Arguments.of(SourceField.text(NAME, true, TextForm.ISO_DATE), column(ColumnType.DATE)),
        Arguments.of(SourceField.text(NAME, true, TextForm.ISO_TIME), column(ColumnType.TIME)),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_DATETIME), column(ColumnType.DATETIME)),
        Arguments.of(SourceField.text(NAME, true, TextForm.BASE64), column(ColumnType.BYTES)),
        Arguments.of(of(ValueKind.BYTES), column(ColumnType.BYTES)),
        Arguments.of(of(ValueKind.DATE), column(ColumnType.DATE)),
        Arguments.of(temporal(ValueKind.TIME), column(ColumnType.TIME)),
        Arguments.of(temporal(ValueKind.DATETIME), column(ColumnType.DATETIME)),
        Arguments.of(temporal(ValueKind.INSTANT), column(ColumnType.TIMESTAMP)),
        Arguments.of(of(ValueKind.INTERVAL), column(ColumnType.INTERVAL)),
        Arguments.of(of(ValueKind.JSON), column(ColumnType.JSON)),
        Arguments.of(decimal(10, 2), number(ColumnType.NUMERIC, 10, 2)),
        Arguments.of(decimal(38, 9), number(ColumnType.NUMERIC, 38, 9)),
        Arguments.of(decimal(39, 9), number(ColumnType.BIGNUMERIC, 39, 9)),
        Arguments.of(decimal(20, 10), number(ColumnType.BIGNUMERIC, 20, 10)),
        Arguments.of(decimal(76, 38), number(ColumnType.BIGNUMERIC, 76, 38)),
        Arguments.of(decimal(77, 38), column(ColumnType.STRING)),
        Arguments.of(decimal(40, 39), column(ColumnType.STRING)),
        Arguments.of(decimal(3, 5), column(ColumnType.NUMERIC)),
        Arguments.of(decimal(3, -2), column(ColumnType.NUMERIC)),
        Arguments.of(decimal(null, 9), column(ColumnType.NUMERIC)),
        Arguments.of(decimal(null, 10), column(ColumnType.BIGNUMERIC)),
        Arguments.of(decimal(null, null), column(ColumnType.BIGNUMERIC)),
        Arguments.of(
            SourceField.list(NAME, true, SourceField.of("element", ValueKind.LONG, false)),
            Column.of(NAME, ColumnType.INT64, ColumnMode.REPEATED)),
        Arguments.of(
            SourceField.struct(NAME, false, List.of(SourceField.of("x", ValueKind.TEXT, false))),
            Column.struct(
                NAME, ColumnMode.NULLABLE, List.of(Column.nullable("x", ColumnType.STRING)))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("columns")
  void makesTheColumn(SourceField field, Column column) {
    assertThat(CreationTypes.columnFor(field)).isEqualTo(column);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("columns")
  void makesColumnsThatTakeTheField(SourceField field) {
    TableSchema table = new TableSchema(List.of(CreationTypes.columnFor(field)));

    assertThat(
            RowPlan.compile(
                new SourceSchema(List.of(field)),
                RowDescriptor.of(table, false),
                ChangeType.APPEND,
                List.of()))
        .isInstanceOf(Outcome.Ready.class);
  }

  @Test
  void makesTheColumnThatTheFieldAsksFor() {
    SourceField element = decimal(20, 4).withColumnType(ColumnType.FLOAT64);
    assertThat(CreationTypes.columnFor(element)).isEqualTo(column(ColumnType.FLOAT64));
    assertThat(CreationTypes.columnFor(SourceField.list(NAME, true, element)))
        .isEqualTo(column(ColumnType.FLOAT64).withMode(ColumnMode.REPEATED));
  }

  @Test
  void refusesListsOfLists() {
    SourceField inner = SourceField.list("element", false, of(ValueKind.LONG));

    assertThatThrownBy(() -> CreationTypes.columnFor(SourceField.list("l", true, inner)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessage(
            "Field 'l' is a list of lists, and BigQuery has no array of arrays. Wrap the inner list"
                + " in a struct, or leave the field out.");
  }
}
