package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Makes the forms of a table schema, each named by its column. One use. */
final class JsonSchemas {
  private static final Map<ColumnType, ValueKind> KINDS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(ColumnType.BOOL, ValueKind.BOOL),
              Map.entry(ColumnType.INT64, ValueKind.LONG),
              Map.entry(ColumnType.FLOAT64, ValueKind.DOUBLE),
              Map.entry(ColumnType.STRING, ValueKind.TEXT),
              Map.entry(ColumnType.BYTES, ValueKind.BYTES),
              Map.entry(ColumnType.DATE, ValueKind.DATE),
              Map.entry(ColumnType.TIME, ValueKind.TIME),
              Map.entry(ColumnType.DATETIME, ValueKind.DATETIME),
              Map.entry(ColumnType.TIMESTAMP, ValueKind.INSTANT),
              Map.entry(ColumnType.JSON, ValueKind.JSON),
              Map.entry(ColumnType.GEOGRAPHY, ValueKind.TEXT),
              Map.entry(ColumnType.INTERVAL, ValueKind.INTERVAL)));

  private final JsonTape tape;
  private final List<String> refusals = new ArrayList<>();

  JsonSchemas(JsonTape tape) {
    this.tape = tape;
  }

  List<String> refusals() {
    return refusals;
  }

  JsonFields fields(List<Column> columns, String parent) {
    List<JsonForm> forms = new ArrayList<>(columns.size());
    for (Column column : columns) {
      forms.add(form(column, parent.isEmpty() ? column.name() : parent + "." + column.name()));
    }
    return new JsonFields(forms);
  }

  private JsonForm form(Column column, String path) {
    if (column.mode() != ColumnMode.REPEATED) {
      return element(column, column.name(), path, column.mode() == ColumnMode.NULLABLE);
    }
    JsonForm element = element(column, "element", path, false);
    SourceField list = SourceField.list(column.name(), true, element.field()).withColumn(column);
    return JsonForm.list(column, list, element, tape);
  }

  private JsonForm element(Column column, String name, String path, boolean nullable) {
    if (column.type() == ColumnType.STRUCT) {
      JsonFields fields = fields(column.fields(), path);
      SourceField struct = SourceField.struct(name, nullable, fields.sourceFields());
      return JsonForm.struct(column, struct.withColumn(column), path, fields, tape);
    }
    return JsonForm.scalar(column, scalar(column, name, path, nullable).withColumn(column), path);
  }

  private SourceField scalar(Column column, String name, String path, boolean nullable) {
    return switch (column.type()) {
      case NUMERIC, BIGNUMERIC ->
          SourceField.decimal(name, nullable, column.precision(), column.scale());
      case TIME, DATETIME, TIMESTAMP ->
          SourceField.temporal(name, kind(column.type()), nullable, TimeUnit.MICROSECONDS);
      case BOOL, INT64, FLOAT64, STRING, BYTES, DATE, JSON, GEOGRAPHY, INTERVAL ->
          SourceField.of(name, kind(column.type()), nullable);
      case RANGE -> {
        refusals.add(
            "Column '" + path + "' is RANGE, which documents cannot be written to. Leave it out.");
        yield SourceField.of(name, ValueKind.TEXT, nullable);
      }
      case STRUCT -> throw new AssertionError(column);
    };
  }

  private static ValueKind kind(ColumnType type) {
    return Objects.requireNonNull(KINDS.get(type));
  }
}
