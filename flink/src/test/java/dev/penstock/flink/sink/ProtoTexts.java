package dev.penstock.flink.sink;

import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.StringValue;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.BigQueryProtoSerializationSchema;
import java.io.Serial;

/** Numbers as text of a JSON column; the text of 2 is no JSON. */
final class ProtoTexts extends BigQueryProtoSerializationSchema<Long> {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  public Descriptor getDescriptor(TableDestination destination) {
    return StringValue.getDescriptor();
  }

  @Override
  public TableSchema getTableSchema(TableDestination destination) {
    return TableSchema.newBuilder()
        .addFields(
            TableFieldSchema.newBuilder()
                .setName("value")
                .setType(TableFieldSchema.Type.JSON)
                .setMode(TableFieldSchema.Mode.NULLABLE))
        .build();
  }

  @Override
  public ByteString serialize(Long element, TableDestination destination) {
    return StringValue.of(element == 2 ? "{" : "" + element).toByteString();
  }
}
