package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The columns that an Avro schema means (LD-001 to LD-007). Immutable. */
final class AvroFields {
  private final AvroFormat format;

  AvroFields(AvroFormat format) {
    this.format = format;
  }

  /** The columns of a record. */
  List<Field> of(Schema record) {
    return fields(record, Set.of());
  }

  private List<Field> fields(Schema record, Set<String> around) {
    Set<String> open = new HashSet<>(around);
    open.add(record.getFullName());
    List<Field> fields = new ArrayList<>();
    for (Schema.Field source : record.getFields()) {
      Schema value = value(source.schema(), source.name());
      if (value != null && !isRecursive(value, open)) {
        fields.add(field(source, value, open));
      }
    }
    return fields;
  }

  /** A recursive record is left out (LD-004). */
  private static boolean isRecursive(Schema value, Set<String> open) {
    return switch (value.getType()) {
      case RECORD -> open.contains(value.getFullName());
      case ARRAY -> isRecursive(value.getElementType(), open);
      case MAP -> isRecursive(value.getValueType(), open);
      default -> false;
    };
  }

  private Field field(Schema.Field source, Schema value, Set<String> open) {
    Mode mode = source.schema().isUnion() ? Mode.NULLABLE : Mode.REQUIRED;
    return switch (value.getType()) {
      case ARRAY -> array(source.name(), value, open);
      case MAP -> map(source.name(), value, open);
      default -> field(source.name(), value, mode, open);
    };
  }

  private Field array(String name, Schema array, Set<String> open) {
    Schema element = value(array.getElementType(), name);
    if (element == null
        || element.getType() == Schema.Type.ARRAY
        || element.getType() == Schema.Type.MAP) {
      throw ServiceException.invalid(
          "Field " + name + " is an array of arrays, which is not supported.");
    }
    return field(name, element, Mode.REPEATED, open);
  }

  /** LD-002. */
  private Field map(String name, Schema map, Set<String> open) {
    Schema value = value(map.getValueType(), name);
    if (value == null) {
      throw ServiceException.invalid("Field " + name + " is a map without values.");
    }
    Field key = Field.of("key", FieldType.STRING, Mode.REQUIRED);
    Schema.Field entry = new Schema.Field("value", map.getValueType());
    return struct(name, Mode.REPEATED, List.of(key, field(entry, value, open)));
  }

  private Field field(String name, Schema schema, Mode mode, Set<String> open) {
    return schema.getType() == Schema.Type.RECORD
        ? struct(name, mode, fields(schema, open))
        : Field.of(name, type(schema), mode);
  }

  private static Field struct(String name, Mode mode, List<Field> fields) {
    return new Field(
        name, FieldType.STRUCT, mode, fields, null, null, null, null, null, List.of(), false);
  }

  /** What a union with null holds, or the schema itself; null for nothing but null. */
  static @Nullable Schema value(Schema schema, String name) {
    if (!schema.isUnion()) {
      return schema.getType() == Schema.Type.NULL ? null : schema;
    }
    List<Schema> values =
        schema.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    if (values.size() > 1) {
      throw ServiceException.notSupported("Avro unions of several types (field " + name + ")");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  /** The type of a column for a schema that is neither record nor array, map or union. */
  FieldType type(Schema schema) {
    LogicalType logical = logical(schema);
    if (logical instanceof LogicalTypes.Decimal decimal) {
      return format.decimals().choose(decimal.getPrecision(), decimal.getScale());
    }
    String name = logical == null ? "" : logical.getName();
    return switch (name) {
      case "date" -> FieldType.DATE;
      case "time-millis", "time-micros" -> FieldType.TIME;
      case "timestamp-millis", "timestamp-micros" -> FieldType.TIMESTAMP;
      case "local-timestamp-millis", "local-timestamp-micros" -> FieldType.DATETIME;
      default -> plain(schema.getType());
    };
  }

  /** The logical type that counts; null for none. */
  @Nullable LogicalType logical(Schema schema) {
    return format.logicalTypes() ? LogicalTypes.fromSchemaIgnoreInvalid(schema) : null;
  }

  private static FieldType plain(Schema.Type type) {
    return switch (type) {
      case BOOLEAN -> FieldType.BOOL;
      case INT, LONG -> FieldType.INT64;
      case FLOAT, DOUBLE -> FieldType.FLOAT64;
      case BYTES, FIXED -> FieldType.BYTES;
      case STRING, ENUM -> FieldType.STRING;
      case NULL, RECORD, ARRAY, MAP, UNION -> throw new AssertionError(type);
    };
  }
}
