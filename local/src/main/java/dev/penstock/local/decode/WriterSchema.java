package dev.penstock.local.decode;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WrappersProto;
import dev.penstock.local.catalog.TableMetadata;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The descriptor that a client announced for its rows (WA-097 to WA-101). Immutable. */
public final class WriterSchema implements RowSchema {
  /** The extension that carries a column name that is no proto identifier (WA-119). */
  private static final int COLUMN_NAME_EXTENSION = 454_943_157;

  private static final String FILE = "BqMessage.proto";

  private final Descriptor descriptor;
  private final @Nullable FieldDescriptor changeType;
  private final @Nullable FieldDescriptor changeSequence;

  private WriterSchema(Descriptor descriptor) {
    this.descriptor = descriptor;
    this.changeType = pseudoColumn(descriptor, "_CHANGE_TYPE");
    this.changeSequence = pseudoColumn(descriptor, "_CHANGE_SEQUENCE_NUMBER");
  }

  /**
   * Reads a descriptor.
   *
   * @throws SchemaFaultException if it is not self-contained or not valid
   */
  public static WriterSchema of(DescriptorProto proto) throws SchemaFaultException {
    checkProto2(proto);
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName(FILE)
            .addMessageType(proto)
            .addDependency("google/protobuf/wrappers.proto")
            .addDependency("google/protobuf/timestamp.proto")
            .addDependency("google/protobuf/duration.proto")
            .build();
    FileDescriptor[] known = {
      WrappersProto.getDescriptor(), TimestampProto.getDescriptor(), DurationProto.getDescriptor()
    };
    try {
      return new WriterSchema(FileDescriptor.buildFrom(file, known).getMessageTypes().get(0));
    } catch (DescriptorValidationException e) {
      throw invalid(FILE + ": " + e.getMessage());
    }
  }

  private static void checkProto2(DescriptorProto message) throws SchemaFaultException {
    for (FieldDescriptorProto field : message.getFieldList()) {
      if (field.getProto3Optional() || field.hasOneofIndex()) {
        throw invalid(
            FILE
                + ": "
                + message.getName()
                + "."
                + field.getName()
                + ": proto3_optional and oneof_index are not allowed in a writer schema.");
      }
    }
    for (DescriptorProto nested : message.getNestedTypeList()) {
      checkProto2(nested);
    }
  }

  private static SchemaFaultException invalid(String detail) {
    return new SchemaFaultException(
        SchemaFaultException.Kind.INVALID, "Invalid proto schema: " + detail);
  }

  private static @Nullable FieldDescriptor pseudoColumn(Descriptor descriptor, String name) {
    for (FieldDescriptor field : descriptor.getFields()) {
      if (columnName(field).equalsIgnoreCase(name)) {
        return field;
      }
    }
    return null;
  }

  /** The column that a field means: its annotation, else its own name. */
  static String columnName(FieldDescriptor field) {
    UnknownFieldSet unknown = field.getOptions().getUnknownFields();
    if (unknown.hasField(COLUMN_NAME_EXTENSION)) {
      List<com.google.protobuf.ByteString> names =
          unknown.getField(COLUMN_NAME_EXTENSION).getLengthDelimitedList();
      if (!names.isEmpty()) {
        return names.get(names.size() - 1).toStringUtf8();
      }
    }
    return field.getName();
  }

  @Override
  public Decoder bind(TableMetadata table, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    return RowDecoder.bind(table, this, strictDeletes, clock);
  }

  Descriptor descriptor() {
    return descriptor;
  }

  @Nullable FieldDescriptor changeType() {
    return changeType;
  }

  @Nullable FieldDescriptor changeSequence() {
    return changeSequence;
  }
}
