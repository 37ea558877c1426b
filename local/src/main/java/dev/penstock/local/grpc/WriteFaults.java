package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.protobuf.Any;
import com.google.protobuf.util.Durations;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint.Effect;
import java.time.Duration;

/** The errors of the write service, in its own words. */
final class WriteFaults {
  private WriteFaults() {}

  static Status invalid(String message, StreamName stream) {
    return status(Code.INVALID_ARGUMENT, message, stream);
  }

  static Status invalid(String message, String entity) {
    return Status.newBuilder()
        .setCode(Code.INVALID_ARGUMENT.getNumber())
        .setMessage(message + " Entity: " + entity)
        .build();
  }

  static Status invalidName(String what, String name) {
    return Status.newBuilder()
        .setCode(Code.INVALID_ARGUMENT.getNumber())
        .setMessage("Invalid " + what + " name '" + name + "'.")
        .build();
  }

  /** What a script wants answered: a code, alone or with a storage error code. */
  static Status scripted(Effect effect, StreamName stream) {
    String[] codes = effect.code().split(" ", 2);
    Code code = Code.valueOf(codes[0]);
    Status status =
        codes.length == 1
            ? status(code, effect.message(), stream)
            : storage(code, StorageErrorCode.valueOf(codes[1]), effect.message(), stream);
    return effect.delay().isZero() ? status : withRetry(status, effect.delay());
  }

  /** With the word on when to try again. */
  static Status withRetry(Status status, Duration delay) {
    RetryInfo retry =
        RetryInfo.newBuilder().setRetryDelay(Durations.fromNanos(delay.toNanos())).build();
    return status.toBuilder().addDetails(Any.pack(retry)).build();
  }

  /** What a script wants denied, on the table that the call is about when it names no other. */
  static Status denied(Effect effect, String table) {
    return denied(effect.code(), effect.message().isEmpty() ? table : effect.message());
  }

  /** A refusal of this server, or a failure of it. */
  static Status service(ServiceException failure) {
    Code code = failure.httpCode() == 501 ? Code.UNIMPLEMENTED : Code.INTERNAL;
    return Status.newBuilder()
        .setCode(code.getNumber())
        .setMessage(String.valueOf(failure.getMessage()))
        .build();
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

  /** A missing table, masked, as reading calls and appends see it (WA-195). */
  static Status missingTable(StreamName stream) {
    return missingTable("TABLES_GET", stream);
  }

  /** A missing table, masked, as the calls that change streams see it (WA-037). */
  static Status missingTableToUpdate(StreamName stream) {
    return missingTable("TABLES_UPDATE_DATA", stream);
  }

  private static Status missingTable(String permission, StreamName stream) {
    return denied(permission, stream.tableName());
  }

  private static Status denied(String permission, String resource) {
    return Status.newBuilder()
        .setCode(Code.PERMISSION_DENIED.getNumber())
        .setMessage(
            "Permission '"
                + permission
                + "' denied on resource '"
                + resource
                + "' (or it may not exist).")
        .build();
  }

  /** A table that is not the one the connection began with (WA-196). */
  static Status recreated(StreamName stream) {
    TableId table = stream.table();
    return status(Code.NOT_FOUND, "Table " + table.legacy() + " is re-created.", stream);
  }
}
