package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.CreateWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamResponse;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsResponse;
import com.google.cloud.bigquery.storage.v1.GetWriteStreamRequest;
import com.google.protobuf.Int64Value;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.UnaryCalls;
import dev.penstock.core.connection.UnaryCalls.Answer;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.recovery.Attempts;
import dev.penstock.core.recovery.Patience;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Step;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done to write streams besides appending: create, find, flush, finalize, commit. Failures
 * that may pass are tried again within a budget. Thread-safe; calls wait on the caller's thread.
 */
public final class WriteStreams {
  private static final Logger LOG = LoggerFactory.getLogger(WriteStreams.class);

  /** Above its rate the service takes longer than 25 s to create a stream (WA-032). */
  static final Duration DEADLINE = Duration.ofSeconds(60);

  /** Retries are counted. */
  private static final Duration FOR_EVER = Duration.ofDays(1_000);

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
                Step.OPEN,
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
            Step.COMMIT,
            what,
            () ->
                calls.call(
                    BigQueryWriteGrpc.getFlushRowsMethod(),
                    request,
                    "write_stream=" + stream,
                    DEADLINE),
            mayPass);
    if (answer instanceof Answer.Refusal<FlushRowsResponse> refusal
        && RecoveryTable.isDone(Step.COMMIT, refusal.failure().code())) {
      LOG.debug("Stream {} was flushed up to row {} before", stream, lastOffset);
      return;
    }
    long flushed = valueOf(Step.COMMIT, what, answer).getOffset();
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
            Step.COMMIT,
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
   * Makes the rows of finalized pending streams readable in one step: all or none (WA-186). Streams
   * that an earlier attempt committed are a success (WA-190), and the others are committed then.
   *
   * @param destination the table of all the streams
   * @param streams their names, 1..10,000
   * @param mayPass as for {@link #create}
   * @throws IngestException INVALID_OPTION when there are more streams than one commit takes,
   *     before any call; else when the service refuses. A retriable code leaves open whether the
   *     streams are committed
   */
  public void commit(
      Destination destination, Collection<String> streams, Predicate<Failure> mayPass) {
    requireCount(streams.size());
    Commit commit = new Commit(calls, destination, streams);
    BatchCommitWriteStreamsResponse response =
        valueOf(Step.COMMIT, "Committing " + named(streams), commit::attempt, mayPass);
    LOG.debug("Committed {} streams of {}: {}", streams.size(), destination, response);
  }

  /**
   * Refuses more streams than one commit takes.
   *
   * @throws IngestException INVALID_OPTION by name
   */
  public static void requireCount(int streams) {
    long most = ServiceLimits.STREAMS_PER_COMMIT.value();
    if (streams < 1 || streams > most) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "streams: " + streams + " (expected: 1.." + most + ", which one commit takes)");
    }
  }

  private static String named(Collection<String> streams) {
    String first = "stream " + streams.iterator().next();
    return streams.size() == 1 ? first : first + " and " + (streams.size() - 1) + " more";
  }

  /**
   * What the service knows of a stream; empty when it knows no such stream or table, or shows none.
   *
   * @throws IngestException when the service does not tell
   */
  public Optional<FoundStream> find(String stream) {
    GetWriteStreamRequest request = GetWriteStreamRequest.newBuilder().setName(stream).build();
    String what = "Looking for stream " + stream;
    Answer<com.google.cloud.bigquery.storage.v1.WriteStream> answer =
        answerOf(
            Step.COMMIT,
            what,
            () ->
                calls.call(
                    BigQueryWriteGrpc.getGetWriteStreamMethod(),
                    request,
                    "name=" + stream,
                    DEADLINE),
            failure -> false);
    if (answer instanceof Answer.Refusal<?> refusal && isAbsent(refusal.failure().code())) {
      return Optional.empty();
    }
    return Optional.of(new FoundStream(stream, valueOf(Step.COMMIT, what, answer).hasCommitTime()));
  }

  private static boolean isAbsent(ErrorCode code) {
    return code == ErrorCode.STREAM_UNUSABLE
        || code == ErrorCode.TABLE_NOT_FOUND
        || code == ErrorCode.DATASET_NOT_FOUND;
  }

  private <R> R valueOf(
      Step step, String what, Supplier<Answer<R>> call, Predicate<Failure> mayPass) {
    return valueOf(step, what, answerOf(step, what, call, mayPass));
  }

  private static <R> R valueOf(Step step, String what, Answer<R> answer) {
    if (answer instanceof Answer.Success<R> success) {
      return success.value();
    }
    if (answer instanceof Answer.Refusal<R> refusal) {
      throw refusal
          .failure()
          .toException(what + " failed", RecoveryTable.cureOf(step, refusal.failure().code()));
    }
    throw new AssertionError(answer);
  }

  /** The answer that no retry may better any more. */
  private <R> Answer<R> answerOf(
      Step step, String what, Supplier<Answer<R>> call, Predicate<Failure> mayPass) {
    Attempts attempts = new Attempts(what, FOR_EVER, LONGEST_ASKED, time, LOG);
    while (true) {
      Answer<R> answer = call.get();
      if (!(answer instanceof Answer.Refusal<R> refusal)) {
        return answer;
      }
      Failure failure = refusal.failure();
      boolean mayRetry = RecoveryTable.passes(step, failure.code()) || mayPass.test(failure);
      if (!mayRetry || !attempts.again(failure, Patience.RECOVERY, recovery)) {
        return new Answer.Refusal<>(attempts.last(failure));
      }
    }
  }
}
