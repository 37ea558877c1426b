package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.decode.SchemaFaultException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes messages of one descriptor into the values of a list of fields. Immutable. */
final class MessageDecoder {
  private record Slot(
      int position,
      FieldDescriptor source,
      boolean repeated,
      @Nullable Conversion conversion,
      @Nullable MessageDecoder nested,
      @Nullable FileValue range) {}

  private final List<Field> fields;
  private final Map<Integer, Slot> slots;
  private final boolean[] bound;

  private MessageDecoder(List<Field> fields, Map<Integer, Slot> slots, boolean[] bound) {
    this.fields = fields;
    this.slots = slots;
    this.bound = bound;
  }

  /**
   * Binds a descriptor to fields.
   *
   * @param ignored fields of the descriptor that are no columns
   */
  static MessageDecoder bind(
      Descriptor descriptor, List<Field> fields, List<FieldDescriptor> ignored, String path)
      throws SchemaFaultException {
    Map<Integer, Slot> slots = new HashMap<>();
    boolean[] bound = new boolean[fields.size()];
    List<String> extra = new ArrayList<>();
    for (FieldDescriptor source : descriptor.getFields()) {
      if (ignored.contains(source)) {
        continue;
      }
      int position = position(fields, WriterSchema.columnName(source));
      if (position < 0) {
        extra.add(path + WriterSchema.columnName(source));
        continue;
      }
      bound[position] = true;
      slots.put(source.getNumber(), slot(descriptor, source, fields.get(position), position, path));
    }
    if (!extra.isEmpty()) {
      throw extraFields(extra);
    }
    return new MessageDecoder(fields, slots, bound);
  }

  /** WA-104. */
  static SchemaFaultException extraFields(List<String> extra) {
    return new SchemaFaultException(
        Kind.EXTRA_FIELDS,
        "Input schema has more fields than BigQuery schema, extra fields: '"
            + String.join("', '", extra)
            + "'");
  }

  static int position(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private static Slot slot(
      Descriptor message, FieldDescriptor source, Field column, int position, String path)
      throws SchemaFaultException {
    boolean repeated = column.mode() == Mode.REPEATED;
    boolean struct =
        (column.type() == FieldType.STRUCT || column.type() == FieldType.RANGE)
            && source.getType() == FieldDescriptor.Type.MESSAGE;
    Conversion conversion = struct ? null : Conversions.find(source, column);
    if (source.isRepeated() != repeated || (!struct && conversion == null)) {
      throw new SchemaFaultException(
          Kind.INVALID,
          "The proto field mismatched with BigQuery field at "
              + message.getName()
              + "."
              + source.getName()
              + ", the proto field type "
              + (source.isRepeated() ? "repeated " : "")
              + source.getType().name().toLowerCase(java.util.Locale.ROOT)
              + ", BigQuery field type "
              + (repeated ? "REPEATED " : "")
              + column.type().restName());
    }
    MessageDecoder nested =
        struct
            ? bind(source.getMessageType(), column.fields(), List.of(), path + column.name() + ".")
            : null;
    FileValue range = column.type() == FieldType.RANGE ? new FileValue(column) : null;
    return new Slot(position, source, repeated, conversion, nested, range);
  }

  /** Which fields the descriptor has. */
  boolean[] bound() {
    return bound.clone();
  }

  /**
   * Decodes a message; REQUIRED fields of nested messages are checked.
   *
   * @param others gets the values of fields that are no columns, by field number
   */
  @Nullable Object[] decode(ByteString message, Map<Integer, Object> others, boolean root)
      throws RowFaultException, IOException {
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    CodedInputStream in = message.newCodedInput();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int number = WireFormat.getTagFieldNumber(tag);
      Slot slot = slots.get(number);
      if (slot != null) {
        read(in, WireFormat.getTagWireType(tag), slot, values);
      } else if (root && others.containsKey(number)) {
        others.put(number, in.readStringRequireUtf8());
      } else {
        in.skipField(tag);
      }
    }
    if (!root) {
      checkRequired(fields, values);
    }
    return values;
  }

  static void checkRequired(List<Field> fields, @Nullable Object[] values)
      throws RowFaultException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null && fields.get(i).mode() == Mode.REQUIRED) {
        throw RowCompletion.missing(fields.get(i));
      }
    }
  }

  private void read(CodedInputStream in, int wireType, Slot slot, @Nullable Object[] values)
      throws IOException, RowFaultException {
    if (!slot.repeated) {
      values[slot.position] = one(in, slot);
      return;
    }
    List<Object> list = list(values, slot.position);
    boolean packed =
        wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED && slot.source.getLiteType().isPackable();
    if (!packed) {
      list.add(one(in, slot));
      return;
    }
    int limit = in.pushLimit(in.readRawVarint32());
    while (in.getBytesUntilLimit() > 0) {
      list.add(one(in, slot));
    }
    in.popLimit(limit);
  }

  @SuppressWarnings(
      "unchecked") // Only this method puts values at the position of a REPEATED field.
  private static List<Object> list(@Nullable Object[] values, int position) {
    Object present = values[position];
    if (present != null) {
      return (List<Object>) present;
    }
    List<Object> created = new ArrayList<>();
    values[position] = created;
    return created;
  }

  private static Object one(CodedInputStream in, Slot slot) throws IOException, RowFaultException {
    Object raw = WireValue.read(in, slot.source.getType());
    if (slot.nested != null) {
      List<?> members = Arrays.asList(slot.nested.decode((ByteString) raw, Map.of(), false));
      return slot.range == null ? members : slot.range.ofBounds(members);
    }
    if (slot.conversion == null) {
      throw new AssertionError(slot);
    }
    return slot.conversion.convert(raw);
  }
}
