package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import com.google.protobuf.Any;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request gets. Immutable.
 *
 * @param store whether its rows are stored
 * @param response the answer; null for none
 * @param end ends the call after the answer; null goes on
 */
public record Reply(boolean store, @Nullable AppendRowsResponse response, @Nullable Status end) {
  /** Stores and acknowledges. */
  public static Reply ack() {
    return new Reply(true, result().build(), null);
  }

  /** Stores, acknowledges, and tells a new schema. */
  public static Reply ackWith(TableSchema schema) {
    return new Reply(true, result().setUpdatedSchema(schema).build(), null);
  }

  /** Refuses in the stream. */
  public static Reply refuse(Code code, String message) {
    return new Reply(
        false, AppendRowsResponse.newBuilder().setError(status(code, message)).build(), null);
  }

  /** Refuses in the stream with a storage error. */
  public static Reply refuse(Code code, StorageError.StorageErrorCode storage, String message) {
    com.google.rpc.Status status =
        status(code, message).toBuilder()
            .addDetails(
                Any.pack(
                    StorageError.newBuilder().setCode(storage).setErrorMessage(message).build()))
            .build();
    return new Reply(false, AppendRowsResponse.newBuilder().setError(status).build(), null);
  }

  /** Refuses rows by their index (WA-086, WA-087). */
  public static Reply refuseRows(List<Integer> rows, String message) {
    return refuse(
            Code.INVALID_ARGUMENT,
            "Errors found while processing rows. Please refer to the row_errors field for"
                + " details.")
        .naming(rows, message);
  }

  /** The same refusal, and it names rows. */
  public Reply naming(List<Integer> rows, String message) {
    AppendRowsResponse.Builder response = Objects.requireNonNull(this.response).toBuilder();
    rows.forEach(
        row ->
            response.addRowErrors(
                RowError.newBuilder()
                    .setIndex(row)
                    .setCode(RowError.RowErrorCode.FIELDS_ERROR)
                    .setMessage(message)));
    return new Reply(false, response.build(), null);
  }

  /** The same refusal, and it asks to wait. */
  public Reply asking(Duration delay) {
    AppendRowsResponse.Builder asking = Objects.requireNonNull(response).toBuilder();
    asking.getErrorBuilder().addDetails(retryInfo(delay));
    return new Reply(store, asking.build(), end);
  }

  /** The end of a call that asks to wait. */
  public static Status asking(Code code, Duration delay) {
    StatusRuntimeException end =
        StatusProto.toStatusRuntimeException(
            status(code, "wait").toBuilder().addDetails(retryInfo(delay)).build());
    return end.getStatus().withCause(end);
  }

  private static Any retryInfo(Duration delay) {
    return Any.pack(
        RetryInfo.newBuilder()
            .setRetryDelay(com.google.protobuf.Duration.newBuilder().setSeconds(delay.toSeconds()))
            .build());
  }

  /** What ends a call by a status, with its details if it has some. */
  static StatusRuntimeException exception(Status status) {
    return status.getCause() instanceof StatusRuntimeException detailed
        ? detailed
        : status.asRuntimeException();
  }

  /** Ends the call without storing. */
  public static Reply end(Status status) {
    return new Reply(false, null, status);
  }

  /** Stores, then ends the call without an answer. */
  public static Reply storeAndEnd(Status status) {
    return new Reply(true, null, status);
  }

  /** Never answers, nor anything behind it on the connection: answers come in order. */
  public static Reply silence() {
    return new Reply(false, null, null);
  }

  private static AppendRowsResponse.Builder result() {
    return AppendRowsResponse.newBuilder()
        .setAppendResult(AppendRowsResponse.AppendResult.getDefaultInstance());
  }

  private static com.google.rpc.Status status(Code code, String message) {
    return com.google.rpc.Status.newBuilder().setCode(code.getNumber()).setMessage(message).build();
  }
}
