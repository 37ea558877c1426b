package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The schema of Avro records that hold the rows of one source for one table, as load jobs with
 * logical types read them (LD-001 to LD-010): one field for each column that the source fills, in
 * the order of the source. Immutable.
 */
public final class AvroSchema {
  /** What Avro allows; BigQuery allows more. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final List<Column> columns;

  private AvroSchema(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  /** The schema for rows of a source; fields that have no column are left out. */
  public static AvroSchema of(SourceSchema source, TableSchema table) {
    return new AvroSchema(filled(source.fields(), table));
  }

  private static List<Column> filled(List<SourceField> fields, TableSchema columns) {
    List<Column> filled = new ArrayList<>();
    for (SourceField field : fields) {
      columns.find(field.name()).ifPresent(column -> filled.add(filled(field, column)));
    }
    return filled;
  }

  private static Column filled(SourceField field, Column column) {
    if (column.type() != ColumnType.STRUCT) {
      return column;
    }
    SourceField struct = field.kind() == ValueKind.LIST ? field.children().get(0) : field;
    List<Column> fields = filled(struct.children(), new TableSchema(column.fields()));
    // A field that is no struct is refused when the plan is compiled.
    return fields.isEmpty() ? column : column.withFields(fields);
  }

  /** The columns that the records fill, nested ones too. */
  public List<Column> columns() {
    return columns;
  }

  /** The columns that no record can fill, each a sentence that names column and cure. */
  public List<String> refusals() {
    List<String> refusals = new ArrayList<>();
    refuse(columns, "", refusals);
    return refusals;
  }

  private static void refuse(List<Column> columns, String path, List<String> refusals) {
    for (Column column : columns) {
      String name = path + column.name();
      if (!NAME.matcher(column.name()).matches()) {
        refusals.add(
            "Column '"
                + name
                + "' has a name that Avro files cannot hold: letters a to z, digits and underscores"
                + " are what they know. Load by streams, or rename the column.");
      }
      if (column.type() == ColumnType.INTERVAL || column.type() == ColumnType.RANGE) {
        refusals.add(
            "Column '"
                + name
                + "' is "
                + Refusals.describe(column)
                + ", which no load job reads from Avro (LD-011). Load by streams, or leave the"
                + " field out.");
      }
      refuse(column.fields(), name + ".", refusals);
    }
  }

  private static int precisionOf(Column column) {
    return column.precision() != null ? column.precision() : DecimalType.of(column.type()).digits();
  }

  /** The schema as Avro files hold it. */
  public String json() {
    StringBuilder json = new StringBuilder();
    record(columns, "Row", json);
    return json.toString();
  }

  /** A record's fields are records named after their place, so no two have one name. */
  private static void record(List<Column> columns, String name, StringBuilder json) {
    json.append("{\"type\":\"record\",\"name\":\"").append(name).append("\",\"fields\":[");
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      json.append(i == 0 ? "" : ",").append("{\"name\":\"").append(column.name());
      json.append("\",\"type\":");
      field(column, name + "_" + i, json);
      json.append('}');
    }
    json.append("]}");
  }

  private static void field(Column column, String recordName, StringBuilder json) {
    ColumnMode mode = column.mode();
    json.append(
        switch (mode) {
          case NULLABLE -> "[\"null\",";
          case REPEATED -> "{\"type\":\"array\",\"items\":";
          case REQUIRED -> "";
        });
    if (column.type() == ColumnType.STRUCT) {
      record(column.fields(), recordName, json);
    } else {
      json.append(scalar(column));
    }
    json.append(
        switch (mode) {
          case NULLABLE -> "]";
          case REPEATED -> "}";
          case REQUIRED -> "";
        });
  }

  private static String scalar(Column column) {
    return switch (column.type()) {
      case BOOL -> "\"boolean\"";
      case INT64 -> "\"long\"";
      case FLOAT64 -> "\"double\"";
      case NUMERIC, BIGNUMERIC ->
          "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":"
              + precisionOf(column)
              + ",\"scale\":"
              + DecimalType.fractionDigitsOf(column)
              + "}";
      case STRING, JSON, GEOGRAPHY, INTERVAL -> "\"string\"";
      case BYTES -> "\"bytes\"";
      case DATE -> logical("int", "date");
      case TIME -> logical("long", "time-micros");
      case DATETIME -> logical("long", "local-timestamp-micros");
      case TIMESTAMP -> logical("long", "timestamp-micros");
      case RANGE, STRUCT -> throw new AssertionError(column);
    };
  }

  private static String logical(String type, String logicalType) {
    return "{\"type\":\"" + type + "\",\"logicalType\":\"" + logicalType + "\"}";
  }
}
