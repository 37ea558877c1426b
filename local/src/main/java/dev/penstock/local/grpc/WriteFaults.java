package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.protobuf.Any;
import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.local.catalog.TableId;

/** The errors of the write service, in its own words. */
final class WriteFaults {
  private WriteFaults() {}

  static Status invalid(String message, StreamName stream) {
    return status(Code.INVALID_ARGUMENT, message, stream);
  }

  static Status status(Code code, String message, StreamName stream) {
    return Status.newBuilder()
        .setCode(code.getNumber())
        .setMessage(message + " Entity: " + stream)
        .build();
  }

  /** With the structured code that clients look for (WA-193). */
  static Status storage(
      Code code, StorageErrorCode storageCode, String message, StreamName stream) {
    return status(code, message, stream).toBuilder()
        .addDetails(
            Any.pack(
                StorageError.newBuilder()
                    .setCode(storageCode)
                    .setEntity(stream.toString())
                    .setErrorMessage(message)
                    .build()))
        .build();
  }

  /** A missing table, masked (WA-195). */
  static Status missingTable(StreamName stream) {
    return Status.newBuilder()
        .setCode(Code.PERMISSION_DENIED.getNumber())
        .setMessage(
            "Permission 'TABLES_GET' denied on resource '"
                + stream.tableName()
                + "' (or it may not exist).")
        .build();
  }

  /** A table that is not the one the connection began with (WA-196). */
  static Status recreated(StreamName stream) {
    TableId table = stream.table();
    return status(Code.NOT_FOUND, "Table " + table.legacy() + " is re-created.", stream);
  }

  static Status notSupported(String feature) {
    return Status.newBuilder()
        .setCode(Code.UNIMPLEMENTED.getNumber())
        .setMessage("not supported by Penstock local: " + feature)
        .build();
  }
}
