package dev.penstock.benchmarks.encode;

import com.google.protobuf.AbstractMessage;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A message that writes itself value by value as the classes that protoc generates do, with all
 * sizes known. A {@link DynamicMessage} takes several times as long. Immutable.
 */
final class PlainMessage extends AbstractMessage {
  /** A value with its field; of a message its size, and its values come next. */
  private record Value(FieldDescriptor.Type type, int number, Object value) {
    /** The value in 64 bits; 0 for texts and bytes. */
    long bits() {
      if (value instanceof Double real) {
        return Double.doubleToRawLongBits(real);
      }
      if (value instanceof Boolean truth) {
        return truth ? 1 : 0;
      }
      return value instanceof Number number ? number.longValue() : 0;
    }
  }

  private final DynamicMessage content;
  private final int size;

  /** The values as fields of a class would hold them: without objects for numbers. */
  private final FieldDescriptor.Type[] types;

  private final int[] numbers;
  private final long[] bits;
  private final Object[] objects;

  PlainMessage(DynamicMessage content) {
    this.content = content;
    this.size = content.getSerializedSize();
    List<Value> values = new ArrayList<>();
    addFields(values, content);
    this.types = values.stream().map(Value::type).toArray(FieldDescriptor.Type[]::new);
    this.numbers = values.stream().mapToInt(Value::number).toArray();
    this.bits = values.stream().mapToLong(Value::bits).toArray();
    this.objects = values.stream().map(Value::value).toArray();
  }

  private static void addFields(List<Value> values, Message message) {
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              for (Object each : field.isRepeated() ? (List<?>) value : List.of(value)) {
                Object plain = each instanceof Message nested ? nested.getSerializedSize() : each;
                values.add(new Value(field.getType(), field.getNumber(), plain));
                if (each instanceof Message nested) {
                  addFields(values, nested);
                }
              }
            });
  }

  @Override
  public int getSerializedSize() {
    return size;
  }

  @Override
  public void writeTo(CodedOutputStream out) throws IOException {
    for (int i = 0; i < types.length; i++) {
      int number = numbers[i];
      switch (types[i]) {
        case INT64 -> out.writeInt64(number, bits[i]);
        case INT32 -> out.writeInt32(number, (int) bits[i]);
        case DOUBLE -> out.writeDouble(number, Double.longBitsToDouble(bits[i]));
        case BOOL -> out.writeBool(number, bits[i] != 0);
        case STRING -> out.writeString(number, (String) objects[i]);
        case BYTES -> out.writeBytes(number, (ByteString) objects[i]);
        case MESSAGE -> {
          out.writeTag(number, WireFormat.WIRETYPE_LENGTH_DELIMITED);
          out.writeUInt32NoTag((int) bits[i]);
        }
        default -> throw new AssertionError(types[i]);
      }
    }
  }

  @Override
  public Descriptor getDescriptorForType() {
    return content.getDescriptorForType();
  }

  @Override
  public Map<FieldDescriptor, Object> getAllFields() {
    return content.getAllFields();
  }

  @Override
  public boolean hasField(FieldDescriptor field) {
    return content.hasField(field);
  }

  @Override
  public Object getField(FieldDescriptor field) {
    return content.getField(field);
  }

  @Override
  public int getRepeatedFieldCount(FieldDescriptor field) {
    return content.getRepeatedFieldCount(field);
  }

  @Override
  public Object getRepeatedField(FieldDescriptor field, int index) {
    return content.getRepeatedField(field, index);
  }

  @Override
  public UnknownFieldSet getUnknownFields() {
    return content.getUnknownFields();
  }

  @Override
  public Message getDefaultInstanceForType() {
    return content.getDefaultInstanceForType();
  }

  @Override
  public Parser<? extends Message> getParserForType() {
    return content.getParserForType();
  }

  @Override
  public Message.Builder newBuilderForType() {
    return content.newBuilderForType();
  }

  @Override
  public Message.Builder toBuilder() {
    return content.toBuilder();
  }
}
