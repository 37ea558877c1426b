package dev.penstock.core.reader;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one field lie in a message. Immutable.
 *
 * @param nested the message that each value is; null for scalars, and for messages kept as bytes
 * @param omitsEmpty whether an empty text counts as absent
 * @param closedEnum the only names that values may have, if they may have no others
 * @param initialLink of the field's cell in a message that has no such field; its value is 0 there,
 *     the default of every field that is never absent
 */
record ProtoSlot(
    FieldDescriptor field,
    FieldDescriptor.Type type,
    boolean repeated,
    int wireType,
    @Nullable ProtoLayout nested,
    boolean omitsEmpty,
    @Nullable EnumDescriptor closedEnum,
    int initialLink) {

  /** A field whose values are scalars, or messages with cells of their own. */
  static ProtoSlot of(FieldDescriptor field, @Nullable ProtoLayout nested) {
    return of(field, nested, false);
  }

  /** A message that is kept as its bytes. */
  static ProtoSlot ofBytes(FieldDescriptor field) {
    return of(field, null, false);
  }

  /** A text of which the empty one counts as absent. */
  static ProtoSlot ofNonEmpty(FieldDescriptor field) {
    return of(field, null, true);
  }

  private static ProtoSlot of(
      FieldDescriptor field, @Nullable ProtoLayout nested, boolean omitsEmpty) {
    boolean message = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
    boolean scalarOfMap = !message && field.getContainingType().getOptions().getMapEntry();
    boolean alwaysThere =
        field.isRepeated() || (!omitsEmpty && (scalarOfMap || !field.hasPresence()));
    boolean closed =
        field.getType() == FieldDescriptor.Type.ENUM && field.legacyEnumFieldTreatedAsClosed();
    return new ProtoSlot(
        field,
        field.getType(),
        field.isRepeated(),
        wireType(field.getType()),
        nested,
        omitsEmpty,
        closed ? field.getEnumType() : null,
        alwaysThere ? ProtoTape.PRESENT : ProtoTape.ABSENT);
  }

  private static int wireType(FieldDescriptor.Type type) {
    return switch (type) {
      case DOUBLE, FIXED64, SFIXED64 -> ProtoInput.FIXED64;
      case FLOAT, FIXED32, SFIXED32 -> ProtoInput.FIXED32;
      case INT32, INT64, UINT32, UINT64, SINT32, SINT64, BOOL, ENUM -> ProtoInput.VARINT;
      case STRING, BYTES, MESSAGE -> ProtoInput.LENGTH_DELIMITED;
      case GROUP -> ProtoInput.START_GROUP;
    };
  }

  /** Whether elements may come many in one value. */
  boolean isPackable() {
    return repeated
        && wireType != ProtoInput.LENGTH_DELIMITED
        && wireType != ProtoInput.START_GROUP;
  }

  /** Whether values are slices of the message's bytes. */
  boolean isSlice() {
    return nested == null
        && (wireType == ProtoInput.LENGTH_DELIMITED || wireType == ProtoInput.START_GROUP);
  }

  /** Whether it is a message that is kept as its bytes. */
  boolean isMessageBytes() {
    return nested == null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  /** Whether a number has a name, where no others are values. */
  boolean takes(long number) {
    return closedEnum == null || closedEnum.findValueByNumber((int) number) != null;
  }
}
