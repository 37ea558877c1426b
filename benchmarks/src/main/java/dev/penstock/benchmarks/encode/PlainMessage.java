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
  private record Value(FieldDescriptor.Type type, int number, Object value) {}

  private final DynamicMessage content;
  private final int size;
  private final Value[] values;

  PlainMessage(DynamicMessage content) {
    this.content = content;
    this.size = content.getSerializedSize();
    List<Value> list = new ArrayList<>();
    addFields(list, content);
    this.values = list.toArray(Value[]::new);
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
    for (Value value : values) {
      switch (value.type()) {
        case INT64 -> out.writeInt64(value.number(), (Long) value.value());
        case INT32 -> out.writeInt32(value.number(), (Integer) value.value());
        case DOUBLE -> out.writeDouble(value.number(), (Double) value.value());
        case BOOL -> out.writeBool(value.number(), (Boolean) value.value());
        case STRING -> out.writeString(value.number(), (String) value.value());
        case BYTES -> out.writeBytes(value.number(), (ByteString) value.value());
        case MESSAGE -> {
          out.writeTag(value.number(), WireFormat.WIRETYPE_LENGTH_DELIMITED);
          out.writeUInt32NoTag((Integer) value.value());
        }
        default -> throw new AssertionError(value);
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
