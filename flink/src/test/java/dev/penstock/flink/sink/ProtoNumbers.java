package dev.penstock.flink.sink;

import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Int64Value;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.BigQueryProtoSerializationSchema;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Numbers in a message of protobuf's own, whose only field is {@code value}. 2 is skipped. */
final class ProtoNumbers extends BigQueryProtoSerializationSchema<Long> {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  public Descriptor getDescriptor(TableDestination destination) {
    return Int64Value.getDescriptor();
  }

  @Override
  public TableSchema getTableSchema(TableDestination destination) {
    return TableSchema.newBuilder()
        .addFields(
            TableFieldSchema.newBuilder()
                .setName("value")
                .setType(TableFieldSchema.Type.INT64)
                .setMode(TableFieldSchema.Mode.NULLABLE))
        .build();
  }

  @Override
  public @Nullable ByteString serialize(Long element, TableDestination destination) {
    return element == 2 ? null : Int64Value.of(element).toByteString();
  }
}
