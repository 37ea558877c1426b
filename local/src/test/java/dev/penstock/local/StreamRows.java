package dev.penstock.local;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.cloud.bigquery.storage.v1.StreamWriter;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Google's own writer on one created stream, one append at a time. */
final class StreamRows implements AutoCloseable {
  private final StreamWriter writer;

  private StreamRows(StreamWriter writer) {
    this.writer = writer;
  }

  static StreamRows open(String stream, DescriptorProto schema, BigQueryWriteClient client) {
    try {
      return new StreamRows(
          StreamWriter.newBuilder(stream, client)
              .setWriterSchema(ProtoSchema.newBuilder().setProtoDescriptor(schema).build())
              .build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The offset that the answer tells; throws what the library makes of an error. */
  long append(long offset, ByteString... rows) throws Throwable {
    try {
      AppendRowsResponse response =
          writer
              .append(ProtoRows.newBuilder().addAllSerializedRows(List.of(rows)).build(), offset)
              .get(20, TimeUnit.SECONDS);
      return response.getAppendResult().getOffset().getValue();
    } catch (ExecutionException e) {
      throw e.getCause();
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    writer.close();
  }
}
