package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.ArrayList;
import java.util.List;

/** Makes the forms of a table schema, each named by its column. One use. */
final class JsonSchemas {
  private final JsonTape tape;
  private final JsonNotation notation;
  private final List<String> refusals = new ArrayList<>();

  JsonSchemas(JsonTape tape, JsonNotation notation) {
    this.tape = tape;
    this.notation = notation;
  }

  List<String> refusals() {
    return refusals;
  }

  /** The fields of a row, each with the key that documents have it under. */
  JsonFields row(List<Column> columns, List<String> keys) {
    return new JsonFields(forms(columns, ""), keys);
  }

  private JsonFields fields(List<Column> columns, String parent) {
    return new JsonFields(forms(columns, parent), columns.stream().map(Column::name).toList());
  }

  private List<JsonForm> forms(List<Column> columns, String parent) {
    List<JsonForm> forms = new ArrayList<>(columns.size());
    for (Column column : columns) {
      forms.add(form(column, parent.isEmpty() ? column.name() : parent + "." + column.name()));
    }
    return forms;
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
    if (column.type() == ColumnType.STRUCT
        || (column.rangeElement() != null && !notation.hasRangeTexts())) {
      JsonFields fields = fields(column.parts(), path);
      SourceField struct = SourceField.struct(name, nullable, fields.sourceFields());
      return JsonForm.struct(column, struct.withColumn(column), path, fields, tape, notation);
    }
    if (column.type() == ColumnType.RANGE && column.rangeElement() == null) {
      refusals.add("Column '" + path + "' is RANGE, and the schema does not say of what. Say it.");
    }
    SourceField scalar = ScalarFields.of(column, name, nullable);
    return JsonForm.scalar(column, scalar, path, tape, notation);
  }
}
