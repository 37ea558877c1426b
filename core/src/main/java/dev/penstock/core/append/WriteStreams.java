package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.CreateWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamResponse;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsResponse;
import com.google.protobuf.Int64Value;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.connection.Outage;
import dev.penstock.core.connection.UnaryCalls;
import dev.penstock.core.connection.UnaryCalls.Answer;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done to a write stream besides appending: create, flush, finalize, commit. Failures that
 * may pass are tried again within a budget. Thread-safe; calls wait on the caller's thread.
 */
public final class WriteStreams {
  private static final Logger LOG = LoggerFactory.getLogger(WriteStreams.class);

  /** Above its rate the service takes longer than 25 s to create a stream (WA-032). */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  /** Retries are counted, so a wait that the service asks for needs a bound of its own. */
  private static final Duration LONGEST_ASKED = Duration.ofMinutes(1);

  private final UnaryCalls calls;
  private final RetryBudget recovery;
  private final Time time;

  /** Streams that a connection reaches. */
  public WriteStreams(BigQueryConnection connection, RetryBudget recovery, Time time) {
    this.calls = new UnaryCalls(connection.channels());
    this.recovery = recovery;
    this.time = time;
  }

  /**
   * Creates a stream. An attempt whose answer is lost leaves an empty stream behind, which ages
   * out.
   *
   * @param mayPass whether a failure that nobody retries into may pass all the same, for example
   *     because the table is young
   */
  public WriteStream create(Destination destination, StreamKind kind, Predicate<Failure> mayPass) {
    String parent = destination.resourceName();
    CreateWriteStreamRequest request =
        CreateWriteStreamRequest.newBuilder()
            .setParent(parent)
            .setWriteStream(
                com.google.cloud.bigquery.storage.v1.WriteStream.newBuilder().setType(type(kind)))
            .build();
    String name =
        valueOf(
                "Creating a stream of table " + destination,
                () ->
                    calls.call(
                        BigQueryWriteGrpc.getCreateWriteStreamMethod(),
                        request,
                        "parent=" + parent,
                        DEADLINE),
                mayPass)
            .getName();
    LOG.info("Created stream {}", name);
    return new WriteStream(destination, name, kind);
  }

  private static com.google.cloud.bigquery.storage.v1.WriteStream.Type type(StreamKind kind) {
    return switch (kind) {
      case BUFFERED -> com.google.cloud.bigquery.storage.v1.WriteStream.Type.BUFFERED;
      case PENDING -> com.google.cloud.bigquery.storage.v1.WriteStream.Type.PENDING;
      case DEFAULT -> throw new IllegalArgumentException("every table has its default stream");
    };
  }

  /**
   * Makes the rows of a buffered stream readable. Doing it again is harmless (WA-182).
   *
   * @param lastOffset the last row that becomes readable, the first being 0 (WA-179)
   * @param mayPass as for {@link #create}
   */
  public void flush(String stream, long lastOffset, Predicate<Failure> mayPass) {
    FlushRowsRequest request =
        FlushRowsRequest.newBuilder()
            .setWriteStream(stream)
            .setOffset(Int64Value.of(lastOffset))
            .build();
    String what = "Flushing stream " + stream + " up to row " + lastOffset;
    Answer<FlushRowsResponse> answer =
        answerOf(
            what,
            () ->
                calls.call(
                    BigQueryWriteGrpc.getFlushRowsMethod(),
                    request,
                    "write_stream=" + stream,
                    DEADLINE),
            mayPass);
    if (answer instanceof Answer.Refusal<FlushRowsResponse> refusal
        && refusal.failure().code() == ErrorCode.ALREADY_EXISTS) {
      LOG.debug("Stream {} was flushed up to row {} before", stream, lastOffset);
      return;
    }
    long flushed = valueOf(what, answer).getOffset();
    if (flushed != lastOffset) {
      throw new IngestException(
          ErrorCode.STREAM_UNUSABLE,
          what
              + " answered row "
              + flushed
              + ". The stream does not hold the rows that were written. Find out who else flushes"
              + " it.");
    }
  }

  /**
   * Finalizes a stream: it takes no more rows, and a buffered one cannot be flushed any more
   * (WA-183). Doing it again is harmless.
   *
   * @return how many rows the stream holds
   */
  public long finalizeStream(String stream) {
    FinalizeWriteStreamRequest request =
        FinalizeWriteStreamRequest.newBuilder().setName(stream).build();
    FinalizeWriteStreamResponse response =
        valueOf(
            "Finalizing stream " + stream,
            () ->
                calls.call(
                    BigQueryWriteGrpc.getFinalizeWriteStreamMethod(),
                    request,
                    "name=" + stream,
                    DEADLINE),
            failure -> false);
    return response.getRowCount();
  }

  /**
   * Makes the rows of a finalized pending stream readable, all or none. A stream that an earlier
   * attempt committed is a success (WA-190).
   *
   * @param mayPass as for {@link #create}
   * @throws IngestException when the service refuses; a retriable code leaves open whether the
   *     stream is committed
   */
  public void commit(WriteStream stream, Predicate<Failure> mayPass) {
    String parent = stream.destination().resourceName();
    BatchCommitWriteStreamsRequest request =
        BatchCommitWriteStreamsRequest.newBuilder()
            .setParent(parent)
            .addWriteStreams(stream.name())
            .build();
    BatchCommitWriteStreamsResponse response =
        valueOf(
            "Committing stream " + stream.name(),
            () ->
                committed(
                    calls.call(
                        BigQueryWriteGrpc.getBatchCommitWriteStreamsMethod(),
                        request,
                        "parent=" + parent,
                        DEADLINE)),
            mayPass);
    LOG.debug("Committed stream {}: {}", stream.name(), response);
  }

  /** A commit that failed answers without an error of the call, and without a time (WA-187). */
  private static Answer<BatchCommitWriteStreamsResponse> committed(
      Answer<BatchCommitWriteStreamsResponse> answer) {
    if (!(answer instanceof Answer.Success<BatchCommitWriteStreamsResponse> success)
        || success.value().hasCommitTime()) {
      return answer;
    }
    if (success.value().getStreamErrorsCount() == 0) {
      return new Answer.Refusal<>(
          Failure.of(ErrorCode.STREAM_UNUSABLE, "the answer holds neither a time nor an error"));
    }
    Failure failure = Failures.of(success.value().getStreamErrors(0));
    return failure.code() == ErrorCode.ALREADY_EXISTS ? answer : new Answer.Refusal<>(failure);
  }

  private <R> R valueOf(String what, Supplier<Answer<R>> call, Predicate<Failure> mayPass) {
    return valueOf(what, answerOf(what, call, mayPass));
  }

  private static <R> R valueOf(String what, Answer<R> answer) {
    if (answer instanceof Answer.Success<R> success) {
      return success.value();
    }
    if (answer instanceof Answer.Refusal<R> refusal) {
      throw refusal.failure().toException(what + " failed", cureOf(refusal.failure().code()));
    }
    throw new AssertionError(answer);
  }

  /** The answer that no retry may better any more. */
  private <R> Answer<R> answerOf(
      String what, Supplier<Answer<R>> call, Predicate<Failure> mayPass) {
    Outage outage = new Outage(time, LOG);
    for (int retry = 0; ; retry++) {
      Answer<R> answer = call.get();
      if (!(answer instanceof Answer.Refusal<R> refusal)) {
        return answer;
      }
      Failure failure = refusal.failure();
      boolean mayRetry = failure.code().isRetriable() || mayPass.test(failure);
      if (!mayRetry || retry == recovery.maxRetries()) {
        return new Answer.Refusal<>(outage.last(failure));
      }
      outage.failed(what, failure, "up to " + recovery.maxRetries() + " times");
      Waits.pause(
          time, what, failure.delayMillis(recovery.schedule().delayMillis(retry), LONGEST_ASKED));
    }
  }

  private static String cureOf(ErrorCode code) {
    return switch (code) {
      case PERMISSION_DENIED, TABLE_NOT_FOUND ->
          "Check that the table exists and that the credentials have roles/bigquery.dataEditor on"
              + " it.";
      case QUOTA_EXCEEDED, UNAVAILABLE, TIMEOUT, STREAM_CLOSED ->
          "Check that BigQuery can be reached, or try later.";
      case STREAM_UNUSABLE ->
          "Rows of a stream that expired or was finalized before they were flushed or committed"
              + " cannot be read any more: write them again from an earlier position of the"
              + " source.";
      default -> "";
    };
  }
}
