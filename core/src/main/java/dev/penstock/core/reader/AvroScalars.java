package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Finds the meaning of Avro types without parts. Logical types go by name, since which of them have
 * classes depends on Avro's version. One use.
 */
final class AvroScalars {
  /** The property by which read sessions tell types that Avro lacks (RA-036). */
  static final String SQL_TYPE = "sqlType";

  private static final Map<Schema.Type, ValueKind> SCALARS =
      new EnumMap<>(
          Map.of(
              Schema.Type.BOOLEAN, ValueKind.BOOL,
              Schema.Type.INT, ValueKind.LONG,
              Schema.Type.LONG, ValueKind.LONG,
              Schema.Type.FLOAT, ValueKind.DOUBLE,
              Schema.Type.DOUBLE, ValueKind.DOUBLE,
              Schema.Type.ENUM, ValueKind.TEXT,
              Schema.Type.BYTES, ValueKind.BYTES,
              Schema.Type.FIXED, ValueKind.BYTES));

  /** Logical types that no column can hold as they are, on the types that they may stand on. */
  private static final Map<String, Set<Schema.Type>> REFUSED =
      Map.of(
          "timestamp-nanos", Set.of(Schema.Type.LONG),
          "local-timestamp-nanos", Set.of(Schema.Type.LONG),
          "duration", Set.of(Schema.Type.FIXED),
          "big-decimal", Set.of(Schema.Type.BYTES),
          "uuid", Set.of(Schema.Type.FIXED));

  private final AvroOptions options;
  private final AvroMarks marks;
  private final SchemaRefusals refusals;

  AvroScalars(AvroOptions options, AvroMarks marks, SchemaRefusals refusals) {
    this.options = options;
    this.marks = marks;
    this.refusals = refusals;
  }

  /** The form of a field with a type of its own. */
  AvroForm form(String name, boolean nullable, Schema schema, String path) {
    String logical = logicalName(schema);
    String declared = schema.getProp(LogicalType.LOGICAL_TYPE_PROP);
    if (declared != null && REFUSED.getOrDefault(declared, Set.of()).contains(schema.getType())) {
      refusals.refuse(
          path,
          "has the logical type "
              + declared
              + " on "
              + typeName(schema)
              + ", which has no column type",
          "Use another type");
    }
    AvroTemporal temporal = AvroTemporal.find(logical);
    if (temporal != null) {
      marks.met(path, temporal.describe());
      SourceField field =
          new SourceField(
              name, temporal.kind(), nullable, temporal.unit(), null, null, List.of(), null, null);
      return form(field, path, temporal.describe(), temporal);
    }
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      marks.met(path, "decimal");
      return form(decimal(name, nullable, decimal, path), path, schema);
    }
    if (schema.getType() == Schema.Type.STRING) {
      return form(text(name, nullable, schema, logical, path), path, schema);
    }
    marks.met(path, typeName(schema));
    ValueKind kind = Objects.requireNonNull(SCALARS.get(schema.getType()));
    return form(SourceField.of(name, kind, nullable), path, schema);
  }

  /** The name of a logical type that Avro took for valid, or by which a read session tells one. */
  private static @Nullable String logicalName(Schema schema) {
    if (schema.getLogicalType() != null) {
      return schema.getLogicalType().getName();
    }
    boolean datetime =
        schema.getType() == Schema.Type.STRING
            && ("datetime".equals(schema.getProp(LogicalType.LOGICAL_TYPE_PROP))
                || "DATETIME".equals(schema.getProp(SQL_TYPE)));
    return datetime ? AvroTemporal.DATETIME_TEXT : null;
  }

  private SourceField text(
      String name, boolean nullable, Schema schema, @Nullable String logical, String path) {
    String sqlType = schema.getProp(SQL_TYPE);
    if (sqlType != null) {
      marks.met(path, sqlType + " already");
    }
    if ("JSON".equals(sqlType)) {
      return SourceField.of(name, ValueKind.JSON, nullable);
    }
    if ("GEOGRAPHY".equals(sqlType)) {
      return SourceField.of(name, ValueKind.TEXT, nullable).withColumnType(ColumnType.GEOGRAPHY);
    }
    if (logical != null) {
      marks.met(path, "string with the logical type " + logical);
      return SourceField.of(name, ValueKind.TEXT, nullable);
    }
    return marks.text(path, name, nullable);
  }

  private SourceField decimal(
      String name, boolean nullable, LogicalTypes.Decimal decimal, String path) {
    int precision = decimal.getPrecision();
    int scale = decimal.getScale();
    // Read sessions announce the types themselves by all their digits; BIGNUMERIC by one more than
    // every number of it has (RA-036).
    for (DecimalType type : DecimalType.values()) {
      if (precision == type.digits() && scale == type.fractionDigits()) {
        return SourceField.decimal(name, nullable, null, scale);
      }
    }
    if (!DecimalType.BIGNUMERIC.holds(precision - scale, scale)) {
      refusals.refuse(
          path,
          "is decimal(" + precision + ", " + scale + "), wider than BIGNUMERIC",
          "Narrow it, or use a string");
    }
    return SourceField.decimal(name, nullable, precision, scale);
  }

  /** The form of a field whose kind is known. */
  AvroForm form(SourceField field, String path, Schema schema) {
    return form(field, path, typeName(schema), null);
  }

  private AvroForm form(
      SourceField field, String path, String avroType, @Nullable AvroTemporal temporal) {
    boolean required = options.deriveRequiredColumns() && !field.nullable();
    return new AvroForm(field, path, avroType, required, temporal, null);
  }

  private static String typeName(Schema schema) {
    return schema.getType().getName();
  }
}
