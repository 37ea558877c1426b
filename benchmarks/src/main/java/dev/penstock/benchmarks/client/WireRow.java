package dev.penstock.benchmarks.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Rows of a writer as protobuf messages. */
public final class WireRow {
  private WireRow() {}

  /** A descriptor of fields given as {@code name:TYPE}, numbered from 1. */
  public static DescriptorProto schema(String... fields) {
    DescriptorProto.Builder schema = DescriptorProto.newBuilder().setName("Row");
    int number = 1;
    for (String field : fields) {
      String[] parts = field.split(":", 2);
      schema.addField(
          FieldDescriptorProto.newBuilder()
              .setName(parts[0])
              .setNumber(number++)
              .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
              .setType(FieldDescriptorProto.Type.valueOf("TYPE_" + parts[1])));
    }
    return schema.build();
  }

  /** A row of INT64, DOUBLE and STRING values in field order; null leaves a field out. */
  public static ByteString of(@Nullable Object... values) {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      for (int i = 0; i < values.length; i++) {
        Object value = values[i];
        if (value instanceof Long number) {
          out.writeInt64(i + 1, number);
        } else if (value instanceof Double number) {
          out.writeDouble(i + 1, number);
        } else if (value instanceof String text) {
          out.writeString(i + 1, text);
        } else if (value != null) {
          throw new IllegalArgumentException("value " + i + ": " + value.getClass());
        }
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteString();
  }
}
