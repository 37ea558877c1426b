package dev.penstock.flink.sink;

import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.BigQueryProtoSerializationSchema;
import java.io.Serial;

/** Numbers as rows whose id is the number modulo the number of keys. */
final class KeyedNumbers extends BigQueryProtoSerializationSchema<Long> {
  @Serial private static final long serialVersionUID = 1L;

  private static final Descriptor ROW = row();

  private final int keys;

  KeyedNumbers(int keys) {
    this.keys = keys;
  }

  private static Descriptor row() {
    DescriptorProto message =
        DescriptorProto.newBuilder()
            .setName("Row")
            .addField(field("id", 1, FieldDescriptorProto.Type.TYPE_INT64))
            .addField(field("name", 2, FieldDescriptorProto.Type.TYPE_STRING))
            .build();
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder().setName("row.proto").addMessageType(message).build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Row");
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FieldDescriptorProto.Builder field(
      String name, int tag, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(tag)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setType(type);
  }

  @Override
  public Descriptor getDescriptor(TableDestination destination) {
    return ROW;
  }

  @Override
  public TableSchema getTableSchema(TableDestination destination) {
    return TableSchema.newBuilder()
        .addFields(column("id", TableFieldSchema.Type.INT64))
        .addFields(column("name", TableFieldSchema.Type.STRING))
        .build();
  }

  private static TableFieldSchema column(String name, TableFieldSchema.Type type) {
    return TableFieldSchema.newBuilder()
        .setName(name)
        .setType(type)
        .setMode(TableFieldSchema.Mode.NULLABLE)
        .build();
  }

  @Override
  public ByteString serialize(Long element, TableDestination destination) {
    return DynamicMessage.newBuilder(ROW)
        .setField(ROW.findFieldByName("id"), element % keys)
        .setField(ROW.findFieldByName("name"), "n" + element)
        .build()
        .toByteString();
  }
}
