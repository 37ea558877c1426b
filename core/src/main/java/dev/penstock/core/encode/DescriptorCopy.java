package dev.penstock.core.encode;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A message type with everything it refers to inside, as a write stream wants it: every nested
 * message lies in the message that has the field, under a name made of its tag.
 */
final class DescriptorCopy {
  private final Deque<Descriptor> open = new ArrayDeque<>();

  private DescriptorCopy() {}

  static DescriptorProto of(Descriptor descriptor) {
    return new DescriptorCopy().message(descriptor, "Row");
  }

  private DescriptorProto message(Descriptor descriptor, String name) {
    if (open.contains(descriptor)) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Message "
              + descriptor.getFullName()
              + " contains itself, and a table cannot. Leave the field out.");
    }
    open.push(descriptor);
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
    for (FieldDescriptor field : descriptor.getFields()) {
      FieldDescriptorProto.Builder copy =
          field.toProto().toBuilder().clearOneofIndex().clearProto3Optional().clearDefaultValue();
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        String nested = "message_" + field.getNumber();
        message.addNestedType(message(field.getMessageType(), nested));
        copy.setTypeName(nested);
      } else if (field.getJavaType() == FieldDescriptor.JavaType.ENUM) {
        String nested = "enum_" + field.getNumber();
        EnumDescriptor type = field.getEnumType();
        message.addEnumType(type.toProto().toBuilder().setName(nested));
        copy.setTypeName(nested);
      }
      message.addField(copy);
    }
    open.pop();
    return message.build();
  }
}
