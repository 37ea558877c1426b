package dev.penstock.cli.source;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.reader.PostgresColumn;
import dev.penstock.core.reader.PostgresForm;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the types of PostgreSQL are read as, by the names that the driver has for them. What is not
 * here is read as its text. Immutable.
 */
final class PostgresTypes {
  /** Makes the field of a column of a type. */
  private interface FieldMaker {
    SourceField field(PostgresColumnType column, boolean nullable);
  }

  /**
   * A type: in which form it is sent, the SQL type that has this form, and what it is.
   *
   * <p>Columns are cast to the SQL type even where they are of it, so that a column that changes
   * its type between the look and the read cannot be misread.
   */
  private record Entry(PostgresForm form, String sqlType, FieldMaker maker) {}

  private static final Entry TEXT = entry(PostgresForm.TEXT, "text", ValueKind.TEXT);
  private static final Entry INT2 = entry(PostgresForm.INT2, "int2", ValueKind.LONG);
  private static final Entry INT4 = entry(PostgresForm.INT4, "int4", ValueKind.LONG);
  private static final Entry INT8 = entry(PostgresForm.INT8, "int8", ValueKind.LONG);

  private static final Map<String, Entry> TYPES =
      Map.ofEntries(
          Map.entry("bool", entry(PostgresForm.BOOL, "bool", ValueKind.BOOL)),
          Map.entry("int2", INT2),
          Map.entry("smallserial", INT2),
          Map.entry("int4", INT4),
          Map.entry("serial", INT4),
          Map.entry("int8", INT8),
          Map.entry("bigserial", INT8),
          Map.entry("oid", entry(PostgresForm.OID, "oid", ValueKind.LONG)),
          Map.entry("float4", entry(PostgresForm.FLOAT4, "float4", ValueKind.DOUBLE)),
          Map.entry("float8", entry(PostgresForm.FLOAT8, "float8", ValueKind.DOUBLE)),
          Map.entry("numeric", new Entry(PostgresForm.NUMERIC, "numeric", PostgresTypes::decimal)),
          Map.entry("text", TEXT),
          Map.entry("varchar", new Entry(PostgresForm.TEXT, "varchar", PostgresTypes::text)),
          Map.entry("bpchar", new Entry(PostgresForm.TEXT, "bpchar", PostgresTypes::text)),
          Map.entry("json", entry(PostgresForm.TEXT, "json", ValueKind.JSON)),
          Map.entry("jsonb", entry(PostgresForm.JSONB, "jsonb", ValueKind.JSON)),
          Map.entry("bytea", entry(PostgresForm.BYTES, "bytea", ValueKind.BYTES)),
          Map.entry("uuid", entry(PostgresForm.UUID, "uuid", ValueKind.TEXT)),
          Map.entry("date", entry(PostgresForm.DATE, "date", ValueKind.DATE)),
          Map.entry("time", temporal(PostgresForm.TIME, "time", ValueKind.TIME)),
          Map.entry(
              "timetz",
              new Entry(
                  PostgresForm.TEXT,
                  "text",
                  (column, nullable) ->
                      SourceField.text(column.name(), nullable, TextForm.ISO_OFFSET_TIME))),
          Map.entry("timestamp", temporal(PostgresForm.TIMESTAMP, "timestamp", ValueKind.DATETIME)),
          Map.entry(
              "timestamptz", temporal(PostgresForm.TIMESTAMP, "timestamptz", ValueKind.INSTANT)),
          Map.entry("interval", entry(PostgresForm.INTERVAL, "interval", ValueKind.INTERVAL)));

  private PostgresTypes() {}

  private static Entry entry(PostgresForm form, String sqlType, ValueKind kind) {
    return new Entry(
        form, sqlType, (column, nullable) -> SourceField.of(column.name(), kind, nullable));
  }

  private static Entry temporal(PostgresForm form, String sqlType, ValueKind kind) {
    return new Entry(
        form,
        sqlType,
        (column, nullable) ->
            SourceField.temporal(column.name(), kind, nullable, TimeUnit.MICROSECONDS));
  }

  /** Columns of a numeric without precision take every number that BIGNUMERIC holds. */
  private static SourceField decimal(PostgresColumnType column, boolean nullable) {
    return column.precision() == 0
        ? SourceField.decimal(column.name(), nullable, null, null)
        : SourceField.decimal(column.name(), nullable, column.precision(), column.decimalScale());
  }

  private static SourceField text(PostgresColumnType column, boolean nullable) {
    SourceField field = SourceField.of(column.name(), ValueKind.TEXT, nullable);
    return column.precision() == Integer.MAX_VALUE
        ? field
        : field.withColumn(
            new Column(
                column.name(),
                ColumnType.STRING,
                ColumnMode.NULLABLE,
                List.of(),
                null,
                null,
                (long) column.precision()));
  }

  private static Entry find(PostgresColumnType column) {
    return TYPES.getOrDefault(column.elementTypeName(), TEXT);
  }

  /** How a column is read. */
  static PostgresColumn column(PostgresColumnType column, boolean nullable) {
    Entry entry = find(column);
    SourceField field =
        column.isArray()
            ? SourceField.list(column.name(), nullable, entry.maker().field(column, true))
            : entry.maker().field(column, nullable);
    return new PostgresColumn(field, entry.form());
  }

  /** The SQL type that a column is cast to. */
  static String sqlType(PostgresColumnType column) {
    return "pg_catalog." + find(column).sqlType() + (column.isArray() ? "[]" : "");
  }

  /** Whether a column is read as its text because its type is not known here. */
  static boolean isReadAsText(PostgresColumnType column) {
    return !TYPES.containsKey(column.elementTypeName());
  }
}
