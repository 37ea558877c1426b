package dev.penstock.core.connection;

import com.google.api.client.googleapis.json.GoogleJsonError;
import com.google.api.client.googleapis.json.GoogleJsonResponseException;
import com.google.api.client.http.HttpResponseException;
import com.google.api.services.bigquery.model.ErrorProto;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.penstock.core.error.ErrorCode;
import io.grpc.Metadata;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one mapping of REST, gRPC and in-stream failures to error codes. It decides on codes; the few
 * cases where the service offers only text are in {@link ServiceTexts}. Immutable.
 */
public final class Failures {
  /** HTTP 4xx reasons that mean something else than their status (RT-003, RT-004). */
  private static final Map<String, ErrorCode> BY_REASON =
      Map.ofEntries(
          Map.entry("rateLimitExceeded", ErrorCode.QUOTA_EXCEEDED),
          Map.entry("jobRateLimitExceeded", ErrorCode.QUOTA_EXCEEDED),
          Map.entry("quotaExceeded", ErrorCode.QUOTA_EXCEEDED),
          Map.entry("backendError", ErrorCode.UNAVAILABLE),
          Map.entry("internalError", ErrorCode.UNAVAILABLE),
          Map.entry("jobBackendError", ErrorCode.UNAVAILABLE),
          Map.entry("jobInternalError", ErrorCode.UNAVAILABLE),
          Map.entry("tableUnavailable", ErrorCode.UNAVAILABLE),
          Map.entry("timeout", ErrorCode.TIMEOUT),
          Map.entry("conditionNotMet", ErrorCode.CONFLICT),
          Map.entry("duplicate", ErrorCode.ALREADY_EXISTS),
          Map.entry("accessDenied", ErrorCode.PERMISSION_DENIED),
          Map.entry("notImplemented", ErrorCode.NOT_SUPPORTED),
          Map.entry("notFound", ErrorCode.TABLE_NOT_FOUND));

  /** WA-192. */
  private static final Map<StorageError.StorageErrorCode, ErrorCode> BY_STORAGE_CODE =
      Map.ofEntries(
          Map.entry(StorageError.StorageErrorCode.TABLE_NOT_FOUND, ErrorCode.TABLE_NOT_FOUND),
          Map.entry(
              StorageError.StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS,
              ErrorCode.SCHEMA_MISMATCH),
          Map.entry(StorageError.StorageErrorCode.OFFSET_ALREADY_EXISTS, ErrorCode.ALREADY_EXISTS),
          Map.entry(
              StorageError.StorageErrorCode.OFFSET_OUT_OF_RANGE, ErrorCode.OFFSET_OUT_OF_RANGE),
          Map.entry(StorageError.StorageErrorCode.STREAM_NOT_FOUND, ErrorCode.STREAM_UNUSABLE),
          Map.entry(StorageError.StorageErrorCode.STREAM_FINALIZED, ErrorCode.STREAM_UNUSABLE),
          Map.entry(StorageError.StorageErrorCode.INVALID_STREAM_STATE, ErrorCode.STREAM_UNUSABLE),
          Map.entry(StorageError.StorageErrorCode.INVALID_STREAM_TYPE, ErrorCode.STREAM_UNUSABLE),
          Map.entry(
              StorageError.StorageErrorCode.STREAM_ALREADY_COMMITTED, ErrorCode.ALREADY_EXISTS),
          Map.entry(StorageError.StorageErrorCode.KMS_SERVICE_ERROR, ErrorCode.UNAVAILABLE),
          Map.entry(
              StorageError.StorageErrorCode.KMS_PERMISSION_DENIED, ErrorCode.PERMISSION_DENIED),
          Map.entry(StorageError.StorageErrorCode.CMEK_NOT_PROVIDED, ErrorCode.PERMISSION_DENIED),
          Map.entry(
              StorageError.StorageErrorCode.INVALID_CMEK_PROVIDED, ErrorCode.PERMISSION_DENIED),
          Map.entry(
              StorageError.StorageErrorCode.CMEK_ENCRYPTION_ERROR, ErrorCode.PERMISSION_DENIED));

  private Failures() {}

  /**
   * The failure of a REST call.
   *
   * @param address where the call went; named when the call did not get through
   */
  public static Failure of(IOException e, String address) {
    Failure failure = of(e);
    return e instanceof HttpResponseException || e instanceof NotHttpException
        ? failure
        : failure
            .withReason(failure.reason() + " at " + address)
            .withCause(ServerGoneException.explain(e, address));
  }

  /** Whether a failure comes from {@link Failure#isServerGone}: to ask on would only wait. */
  public static boolean isServerGone(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ServerGoneException) {
        return true;
      }
    }
    return false;
  }

  /** The failure of a REST call. */
  public static Failure of(IOException e) {
    if (e instanceof NotHttpException) {
      return Failure.of(ErrorCode.NOT_SUPPORTED, String.valueOf(e.getMessage()), e);
    }
    if (e instanceof HttpResponseException http) {
      return delayed(ofHttp(http), RetryDelays.find(http.getHeaders()));
    }
    if (e instanceof SocketTimeoutException) {
      return Failure.of(ErrorCode.TIMEOUT, "no answer in time", e);
    }
    return Failure.of(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
  }

  private static Failure delayed(Failure failure, @Nullable Duration retryAfter) {
    return retryAfter == null ? failure : failure.withRetryAfter(retryAfter);
  }

  private static Failure ofHttp(HttpResponseException e) {
    if (e instanceof GoogleJsonResponseException json && json.getDetails() != null) {
      return ofJson(json, json.getDetails());
    }
    // A 400 without an error body comes from a proxy or front end, not from BigQuery (RT-016).
    ErrorCode code =
        e.getStatusCode() == 400 ? ErrorCode.UNAVAILABLE : ofHttpStatus(e.getStatusCode());
    return Failure.of(code, "HTTP " + e.getStatusCode(), e);
  }

  private static Failure ofJson(GoogleJsonResponseException e, GoogleJsonError error) {
    List<GoogleJsonError.ErrorInfo> infos = error.getErrors();
    String reason =
        infos == null || infos.isEmpty() ? "" : String.valueOf(infos.get(0).getReason());
    String message = String.valueOf(error.getMessage());
    ErrorCode byStatus = ofHttpStatus(e.getStatusCode());
    Failure failure =
        Failure.of(refine(BY_REASON.getOrDefault(reason, byStatus), message), message, e);
    return reason.equals("quotaExceeded") ? failure.withQuotaSpent() : failure;
  }

  /** The failure of a job, from its error result. */
  public static Failure of(ErrorProto error) {
    String message = String.valueOf(error.getMessage());
    ErrorCode code =
        BY_REASON.getOrDefault(String.valueOf(error.getReason()), ErrorCode.REQUEST_INVALID);
    return Failure.of(refine(code, message), message);
  }

  private static ErrorCode refine(ErrorCode code, String message) {
    return code == ErrorCode.TABLE_NOT_FOUND && ServiceTexts.namesDataset(message)
        ? ErrorCode.DATASET_NOT_FOUND
        : code;
  }

  private static ErrorCode ofHttpStatus(int status) {
    return switch (status) {
      case 401 -> ErrorCode.CREDENTIALS;
      case 403 -> ErrorCode.PERMISSION_DENIED;
      case 404 -> ErrorCode.TABLE_NOT_FOUND;
      case 408 -> ErrorCode.TIMEOUT;
      case 409 -> ErrorCode.ALREADY_EXISTS;
      case 412 -> ErrorCode.CONFLICT;
      case 429 -> ErrorCode.QUOTA_EXCEEDED;
      case 501 -> ErrorCode.NOT_SUPPORTED;
      default -> status >= 500 ? ErrorCode.UNAVAILABLE : ErrorCode.REQUEST_INVALID;
    };
  }

  /** The failure of one request inside a live stream. */
  public static Failure of(com.google.rpc.Status status) {
    return ofRpc(status, null);
  }

  /** The failure of one stream in an answer about several. */
  public static Failure of(StorageError error) {
    ErrorCode code = BY_STORAGE_CODE.getOrDefault(error.getCode(), ErrorCode.REQUEST_INVALID);
    return Failure.of(code, ServiceTexts.withoutEntity(error.getErrorMessage()));
  }

  /** The failure that ended a call. */
  public static Failure of(io.grpc.Status status, @Nullable Metadata trailers) {
    com.google.rpc.Status details =
        trailers == null ? null : StatusProto.fromStatusAndTrailers(status, trailers);
    com.google.rpc.Status rpc =
        details != null
            ? details
            : com.google.rpc.Status.newBuilder()
                .setCode(status.getCode().value())
                .setMessage(String.valueOf(status.getDescription()))
                .build();
    return delayed(ofRpc(rpc, status.getCause()), RetryDelays.find(status, trailers));
  }

  /**
   * The failure of one request inside a live stream, whose answer may name rows. Rows are at fault
   * only when nothing else is: a failure that may pass would else cost good rows, and rows that
   * know more columns than the table must not be lost where columns are added.
   *
   * @param refusal an answer with an error
   */
  public static Failure of(AppendRowsResponse refusal) {
    Failure failure = of(refusal.getError());
    if (refusal.getRowErrorsCount() == 0) {
      return failure;
    }
    boolean other =
        failure.code() == ErrorCode.SCHEMA_MISMATCH
            || (failure.code().isRetriable() && isKnownError(refusal.getError()));
    return (other ? failure : failure.withCode(ErrorCode.ROW_INVALID)).withRowsNamed();
  }

  /** A number without a meaning, or that of success, does not tell that a failure may pass. */
  private static boolean isKnownError(com.google.rpc.Status status) {
    int number = status.getCode();
    return number != 0 && io.grpc.Status.fromCodeValue(number).getCode().value() == number;
  }

  private static Failure ofRpc(com.google.rpc.Status status, @Nullable Throwable cause) {
    io.grpc.Status.Code code = io.grpc.Status.fromCodeValue(status.getCode()).getCode();
    String reason = code + ": " + ServiceTexts.withoutEntity(status.getMessage());
    ErrorCode byDetails = BY_STORAGE_CODE.get(storageCode(status));
    ErrorCode mapped = byDetails != null ? byDetails : ofGrpcCode(code, status.getMessage());
    boolean masked =
        code == io.grpc.Status.Code.PERMISSION_DENIED
            && (byDetails == null || byDetails == ErrorCode.TABLE_NOT_FOUND);
    Failure failure = new Failure(mapped, masked, reason, cause, code, Duration.ZERO, false, false);
    return delayed(failure, RetryDelays.find(status));
  }

  private static StorageError.StorageErrorCode storageCode(com.google.rpc.Status status) {
    for (Any detail : status.getDetailsList()) {
      if (detail.is(StorageError.class)) {
        try {
          return detail.unpack(StorageError.class).getCode();
        } catch (InvalidProtocolBufferException e) {
          return StorageError.StorageErrorCode.STORAGE_ERROR_CODE_UNSPECIFIED;
        }
      }
    }
    return StorageError.StorageErrorCode.STORAGE_ERROR_CODE_UNSPECIFIED;
  }

  /** WA-058 and WA-062..WA-064 for what may be tried again. */
  private static ErrorCode ofGrpcCode(io.grpc.Status.Code code, String message) {
    return switch (code) {
      case UNAVAILABLE, INTERNAL, UNKNOWN, CANCELLED, DATA_LOSS, OK -> ErrorCode.UNAVAILABLE;
      case ABORTED -> ErrorCode.STREAM_CLOSED;
      case DEADLINE_EXCEEDED -> ErrorCode.TIMEOUT;
      case RESOURCE_EXHAUSTED -> ErrorCode.QUOTA_EXCEEDED;
      case NOT_FOUND -> ErrorCode.TABLE_NOT_FOUND;
      case ALREADY_EXISTS -> ErrorCode.ALREADY_EXISTS;
      case PERMISSION_DENIED ->
          ServiceTexts.masksAbsence(message)
              ? ErrorCode.TABLE_NOT_FOUND
              : ErrorCode.PERMISSION_DENIED;
      case UNAUTHENTICATED -> ErrorCode.CREDENTIALS;
      case OUT_OF_RANGE -> ErrorCode.OFFSET_OUT_OF_RANGE;
      case INVALID_ARGUMENT, FAILED_PRECONDITION -> ofRefusal(message);
      case UNIMPLEMENTED -> ErrorCode.NOT_SUPPORTED;
    };
  }

  private static ErrorCode ofRefusal(String message) {
    if (ServiceTexts.tellsTableGone(message)) {
      return ErrorCode.TABLE_NOT_FOUND;
    }
    if (ServiceTexts.tellsReadExpired(message)) {
      return ErrorCode.STREAM_UNUSABLE;
    }
    return ServiceTexts.tellsExtraFields(message)
        ? ErrorCode.SCHEMA_MISMATCH
        : ErrorCode.REQUEST_INVALID;
  }
}
