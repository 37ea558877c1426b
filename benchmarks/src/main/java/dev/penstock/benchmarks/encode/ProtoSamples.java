package dev.penstock.benchmarks.encode;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/**
 * Avro records as messages of a user: instants as {@code google.protobuf.Timestamp}, days as
 * numbers, and decimals, of which protobuf has none, as the bytes that a NUMERIC travels in.
 */
final class ProtoSamples {
  private static final BigInteger NUMERIC_PER_CENT = BigInteger.valueOf(10_000_000);

  private ProtoSamples() {}

  static Descriptor type(Schema record) {
    FileDescriptor timestamp = TimestampProto.getDescriptor();
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("rows.proto")
            .setSyntax("proto3")
            .addDependency(timestamp.getName())
            .addMessageType(message(record))
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[] {timestamp})
          .getMessageTypes()
          .get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DescriptorProto message(Schema record) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(record.getName());
    for (Schema.Field field : record.getFields()) {
      boolean union = field.schema().isUnion();
      Schema declared = union ? field.schema().getTypes().get(1) : field.schema();
      boolean repeated = declared.getType() == Schema.Type.ARRAY;
      Schema type = repeated ? declared.getElementType() : declared;
      FieldDescriptorProto.Builder builder =
          message
              .addFieldBuilder()
              .setName(field.name())
              .setNumber(field.pos() + 1)
              .setType(fieldType(type))
              .setLabel(repeated ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL);
      if (type.getType() == Schema.Type.RECORD) {
        message.addNestedType(message(type));
        builder.setTypeName(type.getName());
      } else if (isTimestamp(type)) {
        builder.setTypeName("." + Timestamp.getDescriptor().getFullName());
      } else if (union && !repeated) {
        builder.setProto3Optional(true).setOneofIndex(message.getOneofDeclCount());
        message.addOneofDeclBuilder().setName("_" + field.name());
      }
    }
    return message.build();
  }

  private static boolean isTimestamp(Schema type) {
    return type.getLogicalType() instanceof LogicalTypes.TimestampMicros;
  }

  private static FieldDescriptorProto.Type fieldType(Schema type) {
    return switch (type.getType()) {
      case INT -> FieldDescriptorProto.Type.TYPE_INT32;
      case LONG ->
          isTimestamp(type)
              ? FieldDescriptorProto.Type.TYPE_MESSAGE
              : FieldDescriptorProto.Type.TYPE_INT64;
      case DOUBLE -> FieldDescriptorProto.Type.TYPE_DOUBLE;
      case BOOLEAN -> FieldDescriptorProto.Type.TYPE_BOOL;
      case STRING -> FieldDescriptorProto.Type.TYPE_STRING;
      case BYTES -> FieldDescriptorProto.Type.TYPE_BYTES;
      case RECORD -> FieldDescriptorProto.Type.TYPE_MESSAGE;
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  static Message message(Descriptor type, GenericRecord record) {
    return new PlainMessage(dynamic(type, record));
  }

  private static DynamicMessage dynamic(Descriptor type, GenericRecord record) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value == null) {
        continue;
      }
      FieldDescriptor target = type.findFieldByNumber(field.pos() + 1);
      if (value instanceof List<?> elements) {
        elements.forEach(
            element ->
                message.addRepeatedField(
                    target, value(target, field.schema().getElementType(), element)));
      } else {
        message.setField(target, value(target, field.schema(), value));
      }
    }
    return message.build();
  }

  private static Object value(FieldDescriptor target, Schema schema, Object value) {
    if (value instanceof GenericRecord record) {
      return dynamic(target.getMessageType(), record);
    }
    if (isTimestamp(schema)) {
      long micros = (Long) value;
      return Timestamp.newBuilder()
          .setSeconds(TimeUnit.MICROSECONDS.toSeconds(micros))
          .setNanos((int) TimeUnit.MICROSECONDS.toNanos(micros % TimeUnit.SECONDS.toMicros(1)))
          .build();
    }
    if (value instanceof ByteBuffer bytes) {
      ByteString content = ByteString.copyFrom(bytes.duplicate());
      return schema.getLogicalType() == null
          ? content
          : numeric(new BigInteger(content.toByteArray()));
    }
    return value instanceof CharSequence ? value.toString() : value;
  }

  private static ByteString numeric(BigInteger cents) {
    byte[] bigEndian = cents.multiply(NUMERIC_PER_CENT).toByteArray();
    byte[] littleEndian = new byte[bigEndian.length];
    for (int i = 0; i < bigEndian.length; i++) {
      littleEndian[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return ByteString.copyFrom(littleEndian);
  }
}
