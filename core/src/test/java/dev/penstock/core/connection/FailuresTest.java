package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.api.client.googleapis.json.GoogleJsonError;
import com.google.api.client.googleapis.json.GoogleJsonResponseException;
import com.google.api.client.http.HttpHeaders;
import com.google.api.client.http.HttpResponseException;
import com.google.api.services.bigquery.model.ErrorProto;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.protobuf.Any;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import dev.penstock.core.error.ErrorCode;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
  private static IOException rest(int status, String reason, String message) {
    GoogleJsonError.ErrorInfo info = new GoogleJsonError.ErrorInfo();
    info.setReason(reason);
    info.setMessage(message);
    GoogleJsonError error = new GoogleJsonError();
    error.setCode(status);
    error.setMessage(message);
    error.setErrors(List.of(info));
    return new GoogleJsonResponseException(
        new HttpResponseException.Builder(status, "", new HttpHeaders()), error);
  }

  @ParameterizedTest
  @CsvSource({
    "400, invalid, no, REQUEST_INVALID",
    "400, invalidQuery, no, REQUEST_INVALID",
    "400, jobBackendError, no, UNAVAILABLE",
    "400, tableUnavailable, no, UNAVAILABLE",
    "401, authError, no, CREDENTIALS",
    "403, accessDenied, no, PERMISSION_DENIED",
    "403, rateLimitExceeded, no, QUOTA_EXCEEDED",
    "403, quotaExceeded, no, QUOTA_EXCEEDED",
    "403, billingNotEnabled, no, PERMISSION_DENIED",
    "404, notFound, Not found: Table p:d.t, TABLE_NOT_FOUND",
    "404, notFound, Not found: Dataset p:d, DATASET_NOT_FOUND",
    "408, unknown, no, TIMEOUT",
    "409, duplicate, no, ALREADY_EXISTS",
    "412, conditionNotMet, no, CONFLICT",
    "429, unknown, no, QUOTA_EXCEEDED",
    "500, internalError, no, UNAVAILABLE",
    "501, notImplemented, no, NOT_SUPPORTED",
    "503, backendError, no, UNAVAILABLE"
  })
  void mapsRestErrors(int status, String reason, String message, ErrorCode code) {
    Failure failure = Failures.of(rest(status, reason, message));

    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.reason()).isEqualTo(message);
    assertThat(failure.cause()).isInstanceOf(GoogleJsonResponseException.class);
  }

  @Test
  void mapsAnswersThatAreNotFromBigQuery() {
    assertThat(
            Failures.of(
                    new HttpResponseException.Builder(400, "Bad Request", new HttpHeaders())
                        .build())
                .code())
        .isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(Failures.of(new SocketTimeoutException("Read timed out")).code())
        .isEqualTo(ErrorCode.TIMEOUT);
    assertThat(Failures.of(new ConnectException("Connection refused")).code())
        .isEqualTo(ErrorCode.UNAVAILABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "CANCELLED, UNAVAILABLE",
    "UNKNOWN, UNAVAILABLE",
    "INVALID_ARGUMENT, REQUEST_INVALID",
    "DEADLINE_EXCEEDED, TIMEOUT",
    "NOT_FOUND, TABLE_NOT_FOUND",
    "ALREADY_EXISTS, ALREADY_EXISTS",
    "PERMISSION_DENIED, PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED, QUOTA_EXCEEDED",
    "FAILED_PRECONDITION, REQUEST_INVALID",
    "ABORTED, STREAM_CLOSED",
    "OUT_OF_RANGE, OFFSET_OUT_OF_RANGE",
    "UNIMPLEMENTED, NOT_SUPPORTED",
    "INTERNAL, UNAVAILABLE",
    "UNAVAILABLE, UNAVAILABLE",
    "DATA_LOSS, UNAVAILABLE",
    "UNAUTHENTICATED, CREDENTIALS"
  })
  void mapsGrpcCodesInAndOutsideTheStream(Code grpc, ErrorCode code) {
    com.google.rpc.Status inStream =
        com.google.rpc.Status.newBuilder().setCode(grpc.getNumber()).setMessage("no").build();
    io.grpc.Status ended = io.grpc.Status.fromCodeValue(grpc.getNumber()).withDescription("no");

    assertThat(List.of(Failures.of(inStream), Failures.of(ended, null)))
        .extracting(Failure::code, Failure::reason, failure -> failure.status())
        .containsOnly(tuple(code, grpc + ": no", ended.getCode()));
  }

  @Test
  void storageErrorCodesDecideBeforeGrpcCodes() {
    com.google.rpc.Status status =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.INVALID_ARGUMENT.getNumber())
            .setMessage("no")
            .addDetails(
                Any.pack(
                    StorageError.newBuilder()
                        .setCode(StorageError.StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS)
                        .build()))
            .build();
    StatusRuntimeException ended = StatusProto.toStatusRuntimeException(status);

    assertThat(Failures.of(status).code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH);
    assertThat(Failures.of(ended.getStatus(), ended.getTrailers()).code())
        .isEqualTo(ErrorCode.SCHEMA_MISMATCH);
  }

  @Test
  void tellsAMaskedAbsenceFromADenial() {
    com.google.rpc.Status masked =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.PERMISSION_DENIED.getNumber())
            .setMessage(
                "Permission 'TABLES_GET' denied on resource 'projects/p/datasets/d/tables/t' (or"
                    + " it may not exist). Entity: projects/p/datasets/d/tables/t/streams/_default")
            .build();

    Failure failure = Failures.of(masked);

    assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    assertThat(failure.masked()).isTrue();
    assertThat(failure.reason()).endsWith("(or it may not exist).").doesNotContain("Entity");
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID_ARGUMENT, ROW_INVALID",
    "NOT_FOUND, ROW_INVALID",
    "PERMISSION_DENIED, ROW_INVALID",
    "OK, ROW_INVALID",
    "UNAVAILABLE, UNAVAILABLE",
    "ABORTED, STREAM_CLOSED",
    "INTERNAL, UNAVAILABLE",
    "CANCELLED, UNAVAILABLE",
    "DEADLINE_EXCEEDED, TIMEOUT",
    "RESOURCE_EXHAUSTED, QUOTA_EXCEEDED",
    "UNKNOWN, UNAVAILABLE"
  })
  void rowsAreAtFaultOnlyWhereTheFailureWillNotPass(Code grpc, ErrorCode code) {
    Failure failure =
        Failures.of(
            AppendRowsResponse.newBuilder()
                .setError(com.google.rpc.Status.newBuilder().setCode(grpc.getNumber()))
                .addRowErrors(RowError.getDefaultInstance())
                .build());

    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.rowsNamed()).isTrue();
  }

  @Test
  void numbersWithoutAMeaningDoNotTellThatAFailureWithRowsMayPass() {
    assertThat(
            Failures.of(
                    AppendRowsResponse.newBuilder()
                        .setError(com.google.rpc.Status.newBuilder().setCode(99))
                        .addRowErrors(RowError.getDefaultInstance())
                        .build())
                .code())
        .isEqualTo(ErrorCode.ROW_INVALID);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "- | - | PT0S",
        "120 | - | PT2M",
        "-5 | - | PT0S",
        "9223372036854775807 | - | PT1H",
        "soon | - | PT0S",
        "Thu, 01 Jan 2026 00:01:30 GMT | Thu, 01 Jan 2026 00:01:00 GMT | PT30S",
        "Thu, 01 Jan 2026 00:01:30 GMT | - | PT0S"
      })
  void readsHowLongAnHttpAnswerAsksToWait(
      @Nullable String retryAfter, @Nullable String date, Duration delay) {
    HttpHeaders headers = new HttpHeaders().setRetryAfter(retryAfter).setDate(date);

    assertThat(
            Failures.of(new HttpResponseException.Builder(503, "", headers).build()).retryAfter())
        .isEqualTo(delay);
  }

  @Test
  void readsHowLongAStatusAsksToWait() {
    com.google.rpc.Status status =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.RESOURCE_EXHAUSTED.getNumber())
            .addDetails(
                Any.pack(
                    RetryInfo.newBuilder()
                        .setRetryDelay(
                            com.google.protobuf.Duration.newBuilder()
                                .setSeconds(3)
                                .setNanos(500_000_000))
                        .build()))
            .build();
    StatusRuntimeException ended = StatusProto.toStatusRuntimeException(status);

    assertThat(Failures.of(status).retryAfter()).hasToString("PT3.5S");
    Failure failure = Failures.of(ended.getStatus(), ended.getTrailers());
    assertThat(failure.retryAfter()).hasToString("PT3.5S");
    assertThat(failure.delayMillis(100, Duration.ofMinutes(1))).isEqualTo(3_500);
    assertThat(failure.delayMillis(9_000, Duration.ofMinutes(1))).isEqualTo(9_000);
    assertThat(failure.delayMillis(100, Duration.ofSeconds(2))).isEqualTo(2_000);
  }

  @Test
  void mapsJobErrors() {
    assertThat(
            Failures.of(new ErrorProto().setReason("invalidQuery").setMessage("Syntax error"))
                .code())
        .isEqualTo(ErrorCode.REQUEST_INVALID);
    assertThat(Failures.of(new ErrorProto().setReason("backendError").setMessage("x")).code())
        .isEqualTo(ErrorCode.UNAVAILABLE);
  }

  @Test
  void saysWhatFailedWhyAndWhatToDo() {
    assertThat(
            Failure.of(ErrorCode.QUOTA_EXCEEDED, "too many updates")
                .toException("Creating table p.d.t failed", "Try later."))
        .hasMessage("Creating table p.d.t failed: too many updates. Try later.");
  }
}
