package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.ServiceLimits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Finds the meaning of an Avro schema, and everything in it that no column can hold. Logical types
 * go by name, since which of them have classes depends on Avro's version. One use.
 */
final class AvroSchemas {
  private static final int NUMERIC_PRECISION = 38;
  private static final int NUMERIC_SCALE = 9;
  private static final int BIGNUMERIC_PRECISION = 77;
  private static final int MAX_DECIMAL_SCALE = 38;
  private static final int MAX_DECIMAL_INTEGER_DIGITS = 38;

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
  private final List<String> refusals = new ArrayList<>();
  private final Set<String> open = new HashSet<>();

  AvroSchemas(AvroOptions options) {
    this.options = options;
    this.marks = new AvroMarks(options);
  }

  /** Why the schema has no columns; in the order of its fields. */
  List<String> schemaRefusals() {
    return refusals;
  }

  /** Why options do not fit the schema. */
  List<String> markRefusals() {
    return marks.refusals();
  }

  /** The fields of the root. */
  AvroRecords root(Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      refusals.add("The schema is " + schema.getType() + " (expected: a record).");
      return new AvroRecords("", List.of());
    }
    return record(schema, "", 1);
  }

  private AvroRecords record(Schema schema, String path, int depth) {
    List<AvroForm> forms = new ArrayList<>();
    if (!open.add(schema.getFullName())) {
      refuse(path, "contains itself through the record " + schema.getFullName(), "Cut the cycle");
    } else if (depth > ServiceLimits.STRUCT_DEPTH.value()) {
      refuse(
          path,
          "is nested more than " + ServiceLimits.STRUCT_DEPTH.value() + " levels deep",
          "Flatten it");
    } else {
      if (schema.getFields().isEmpty()) {
        refuse(path, "is a record without fields, and BigQuery has no such type", "Leave it out");
      }
      Map<String, String> seen = new HashMap<>();
      for (Schema.Field field : schema.getFields()) {
        String fieldPath = path.isEmpty() ? field.name() : path + "." + field.name();
        String other = seen.put(field.name().toLowerCase(Locale.ROOT), field.name());
        if (other != null) {
          refuse(
              fieldPath,
              "differs from '" + other + "' only by case, and columns do not",
              "Rename one");
        }
        forms.add(form(field.name(), field.schema(), fieldPath, depth));
      }
    }
    open.remove(schema.getFullName());
    return new AvroRecords(path, forms);
  }

  /** The form of a field, an array's element, or a map's value. */
  private AvroForm form(String name, Schema declared, String path, int depth) {
    Schema schema = declared;
    boolean nullable = false;
    if (declared.getType() == Schema.Type.UNION) {
      List<Schema> branches =
          declared.getTypes().stream().filter(t -> t.getType() != Schema.Type.NULL).toList();
      nullable = branches.size() < declared.getTypes().size();
      if (branches.size() > 1) {
        refuse(
            path, "is a union of " + branches.size() + " types besides null", "Keep one of them");
      }
      schema = branches.isEmpty() ? Schema.create(Schema.Type.NULL) : branches.get(0);
    }
    return switch (schema.getType()) {
      case RECORD -> recordForm(name, nullable, schema, path, depth);
      case ARRAY -> arrayForm(name, nullable, schema, path, depth);
      case MAP -> mapForm(name, nullable, schema, path, depth);
      case NULL -> {
        refuse(path, "is null and nothing else", "Give it a type, or leave it out");
        yield scalar(SourceField.of(name, ValueKind.TEXT, true), path, schema, null);
      }
      case STRING, ENUM, BYTES, FIXED, INT, LONG, FLOAT, DOUBLE, BOOLEAN ->
          scalarForm(name, nullable, schema, path);
      case UNION -> throw new AssertionError(schema);
    };
  }

  private AvroForm recordForm(
      String name, boolean nullable, Schema schema, String path, int depth) {
    marks.met(path, "a record");
    if (IntervalRecords.matches(schema)) {
      return scalar(SourceField.of(name, ValueKind.INTERVAL, nullable), path, schema, null);
    }
    AvroRecords records = record(schema, path, depth + 1);
    SourceField field = SourceField.struct(name, nullable, records.fields());
    return container(field, path, "a record", records);
  }

  private AvroForm arrayForm(String name, boolean nullable, Schema schema, String path, int depth) {
    marks.met(path, "an array");
    Schema declared = schema.getElementType();
    if (declared.isNullable()) {
      refuse(
          path,
          "is an array whose elements may be null, and no array can hold NULL",
          "Take null out of the element type");
    } else if (declared.getType() == Schema.Type.ARRAY || declared.getType() == Schema.Type.MAP) {
      refuse(
          path,
          "is an array of arrays or maps, and BigQuery has none",
          "Wrap the element in a record");
    }
    AvroForm element = form("element", declared, path, depth);
    return container(
        SourceField.list(name, nullable, element.field()),
        path,
        "an array",
        new AvroArrays(path, element));
  }

  private AvroForm mapForm(String name, boolean nullable, Schema schema, String path, int depth) {
    marks.met(path, "a map");
    String keyPath = path + ".key";
    AvroForm key =
        scalar(marks.text(keyPath, "key", false), keyPath, Schema.create(Schema.Type.STRING), null);
    AvroForm value = form("value", schema.getValueType(), path + ".value", depth + 1);
    AvroMaps maps = new AvroMaps(path, key, value);
    return container(SourceField.list(name, nullable, maps.entry()), path, "a map", maps);
  }

  private AvroForm container(
      SourceField field, String path, String avroType, AvroContainer container) {
    boolean required =
        options.deriveRequiredColumns() && !field.nullable() && field.kind() != ValueKind.LIST;
    return new AvroForm(field, path, avroType, required, null, container);
  }

  private AvroForm scalarForm(String name, boolean nullable, Schema schema, String path) {
    String logical = logicalName(schema);
    String declared = schema.getProp(LogicalType.LOGICAL_TYPE_PROP);
    if (declared != null && REFUSED.getOrDefault(declared, Set.of()).contains(schema.getType())) {
      refuse(
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
      return scalar(field, path, schema, temporal);
    }
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      marks.met(path, "decimal");
      return scalar(decimal(name, nullable, decimal, path), path, schema, null);
    }
    if (schema.getType() == Schema.Type.STRING) {
      return scalar(text(name, nullable, schema, logical, path), path, schema, null);
    }
    marks.met(path, typeName(schema));
    ValueKind kind = Objects.requireNonNull(SCALARS.get(schema.getType()));
    return scalar(SourceField.of(name, kind, nullable), path, schema, null);
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
    boolean numeric = precision == NUMERIC_PRECISION && scale == NUMERIC_SCALE;
    boolean bignumeric = precision == BIGNUMERIC_PRECISION && scale == MAX_DECIMAL_SCALE;
    if (numeric || bignumeric) {
      return SourceField.decimal(name, nullable, null, scale);
    }
    if (scale > MAX_DECIMAL_SCALE || precision - scale > MAX_DECIMAL_INTEGER_DIGITS) {
      refuse(
          path,
          "is decimal(" + precision + ", " + scale + "), wider than BIGNUMERIC",
          "Narrow it, or use a string");
    }
    return SourceField.decimal(name, nullable, precision, scale);
  }

  private AvroForm scalar(
      SourceField field, String path, Schema schema, @Nullable AvroTemporal temporal) {
    boolean required = options.deriveRequiredColumns() && !field.nullable();
    String type = temporal == null ? typeName(schema) : temporal.describe();
    return new AvroForm(field, path, type, required, temporal, null);
  }

  private static String typeName(Schema schema) {
    return schema.getType().getName();
  }

  private void refuse(String path, String what, String cure) {
    refusals.add(
        (path.isEmpty() ? "The root" : "Field '" + path + "'") + " " + what + ". " + cure + ".");
  }
}
