package dev.penstock.core.reader;

import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.reader.ProtoMarks.Mark;
import dev.penstock.core.reader.ProtoSchemas.Compiled;
import java.util.concurrent.TimeUnit;

/** Finds the meaning of protobuf types without parts. One use. */
final class ProtoScalars {
  /** Whether a field may be absent; elements of lists may not. */
  static boolean nullable(FieldDescriptor field) {
    return !field.isRepeated() && !field.isRequired() && field.hasPresence();
  }

  /** A field with a type of its own. */
  Compiled scalar(FieldDescriptor field, String name, Mark mark) {
    if (mark == Mark.NONE) {
      return new Compiled(
          source(field.getType(), name, nullable(field)), ProtoSlot.of(field, null), form(field));
    }
    boolean nullable = !field.isRepeated();
    SourceField source =
        mark == Mark.JSON
            ? SourceField.of(name, ValueKind.JSON, nullable)
            : SourceField.of(name, ValueKind.TEXT, nullable).withColumnType(ColumnType.GEOGRAPHY);
    // An empty text is neither JSON nor a geometry. Where it cannot be told from none, it is none.
    boolean untold =
        !field.isRepeated()
            && (!field.hasPresence() || field.getContainingType().getOptions().getMapEntry());
    ProtoSlot slot = untold ? ProtoSlot.ofNonEmpty(field) : ProtoSlot.of(field, null);
    return new Compiled(source, slot, form(field));
  }

  /** A field of a well-known type that is no JSON. */
  Compiled message(FieldDescriptor field, String name, String path, WellKnownType type) {
    boolean nullable = nullable(field);
    ProtoLayout layout =
        new ProtoLayout(
            field.getMessageType().getFields().stream()
                .map(part -> ProtoSlot.of(part, null))
                .toList(),
            false);
    ProtoSlot slot = ProtoSlot.of(field, layout);
    FieldDescriptor first = field.getMessageType().getFields().get(0);
    return switch (type) {
      case TIMESTAMP ->
          new Compiled(
              SourceField.temporal(name, ValueKind.INSTANT, nullable, TimeUnit.MICROSECONDS),
              slot,
              new ProtoTimestamp(path));
      case DURATION ->
          new Compiled(
              SourceField.of(name, ValueKind.LONG, nullable), slot, new ProtoDuration(path));
      case FIELD_MASK ->
          new Compiled(SourceField.of(name, ValueKind.TEXT, nullable), slot, new ProtoFieldMask());
      case INT32_VALUE,
          UINT32_VALUE,
          INT64_VALUE,
          UINT64_VALUE,
          FLOAT_VALUE,
          DOUBLE_VALUE,
          BOOL_VALUE,
          STRING_VALUE,
          BYTES_VALUE ->
          new Compiled(
              source(first.getType(), name, nullable), slot, new ProtoWrapper(form(first)));
      case STRUCT, VALUE, LIST_VALUE -> throw new AssertionError(type);
    };
  }

  private static ProtoForm form(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.ENUM
        ? new ProtoEnum(field.getEnumType())
        : ProtoScalar.INSTANCE;
  }

  private static SourceField source(FieldDescriptor.Type type, String name, boolean nullable) {
    return switch (type) {
      case INT32, INT64, UINT32, SINT32, SINT64, FIXED32, SFIXED32, SFIXED64 ->
          SourceField.of(name, ValueKind.LONG, nullable);
      case UINT64, FIXED64 ->
          SourceField.of(name, ValueKind.UNSIGNED_LONG, nullable).withColumnType(ColumnType.INT64);
      case FLOAT, DOUBLE -> SourceField.of(name, ValueKind.DOUBLE, nullable);
      case BOOL -> SourceField.of(name, ValueKind.BOOL, nullable);
      case STRING, ENUM -> SourceField.of(name, ValueKind.TEXT, nullable);
      case BYTES -> SourceField.of(name, ValueKind.BYTES, nullable);
      case MESSAGE, GROUP -> throw new AssertionError(type);
    };
  }
}
