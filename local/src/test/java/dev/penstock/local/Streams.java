package dev.penstock.local;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.Int64Value;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.protobuf.StatusProto;

/** What tests of created streams say often. */
final class Streams {
  private Streams() {}

  static String tableName(String table) {
    return "projects/p/datasets/d/tables/" + table;
  }

  /** Creates a stream; its name. */
  static String create(LocalClients clients, String table, WriteStream.Type type) {
    return clients
        .writes
        .createWriteStream(tableName(table), WriteStream.newBuilder().setType(type).build())
        .getName();
  }

  /** Flushes up to and including an offset; the offset of the answer. */
  static long flush(LocalClients clients, String stream, long offset) {
    return clients
        .writes
        .flushRows(
            FlushRowsRequest.newBuilder()
                .setWriteStream(stream)
                .setOffset(Int64Value.of(offset))
                .build())
        .getOffset();
  }

  /** The same request with an offset. */
  static AppendRowsRequest.Builder at(long offset, AppendRowsRequest.Builder request) {
    return request.setOffset(Int64Value.of(offset));
  }

  static StorageErrorCode storageCode(com.google.rpc.Status status)
      throws InvalidProtocolBufferException {
    return status.getDetails(0).unpack(StorageError.class).getCode();
  }

  /** The code in the trailers of a call that failed. */
  static StorageErrorCode storageCode(Throwable failure) throws InvalidProtocolBufferException {
    com.google.rpc.Status status = StatusProto.fromThrowable(failure);
    if (status == null) {
      throw new AssertionError("no status in " + failure);
    }
    return storageCode(status);
  }
}
