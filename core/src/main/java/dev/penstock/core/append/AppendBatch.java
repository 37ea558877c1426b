package dev.penstock.core.append;

import dev.penstock.core.encode.RowBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that travel and are answered together, as one append request. Its place, stream and offset,
 * is given before it is submitted. One owner thread; its rows do not change once it is submitted.
 */
public final class AppendBatch {
  /** The offset of a batch whose place in the stream does not matter. */
  public static final long NO_OFFSET = -1;

  private final WriterSchema schema;
  private final RowBuffer rows;
  private final TicketRuns tickets;
  private final List<String> defaulted;
  private final long createdNanos;
  private final Answers answers;
  private @Nullable WriteStream stream;
  private long offset = NO_OFFSET;
  private int sends;
  private long sentNanos;
  private long latencyNanos;
  private long serviceNanos;
  private long firstFailureNanos;
  private boolean failedBefore;

  /**
   * A batch without a place yet.
   *
   * @param schema the schema that the rows are encoded by, or a later one
   * @param defaulted columns that get their default expression where a row lacks them; all others
   *     become NULL
   * @param createdNanos when its first row came
   * @param answers learns what becomes of it
   */
  public AppendBatch(
      WriterSchema schema, Rows rows, List<String> defaulted, long createdNanos, Answers answers) {
    this.schema = schema;
    this.rows = rows.buffer();
    this.tickets = rows.tickets();
    this.defaulted = List.copyOf(defaulted);
    this.createdNanos = createdNanos;
    this.answers = answers;
  }

  /** Encoded rows and their tickets. */
  public record Rows(RowBuffer buffer, TicketRuns tickets) {}

  /** This batch with other rows and no place yet, for the rest that is sent again. */
  public AppendBatch withRows(Rows other) {
    AppendBatch batch = new AppendBatch(schema, other, defaulted, createdNanos, answers);
    batch.failedBefore = failedBefore;
    batch.firstFailureNanos = firstFailureNanos;
    return batch;
  }

  /**
   * Says where the rows go.
   *
   * @param at the offset of the first row in a stream that counts, else {@link #NO_OFFSET}
   */
  public void place(WriteStream target, long at) {
    if (!target.equals(stream) || at != offset) {
      stream = target;
      offset = at;
      sends = 0;
    }
  }

  /** The stream it goes to. */
  public WriteStream stream() {
    if (stream == null) {
      throw new IllegalStateException("the batch has no place yet");
    }
    return stream;
  }

  /** The offset of its first row; {@link #NO_OFFSET} where the place does not matter. */
  public long offset() {
    return offset;
  }

  /** The offset behind its last row. */
  public long endOffset() {
    return offset + rows.rowCount();
  }

  /** The schema of its rows. */
  public WriterSchema schema() {
    return schema;
  }

  /** Its encoded rows. */
  public RowBuffer rows() {
    return rows;
  }

  /** The tickets of its rows. */
  public TicketRuns tickets() {
    return tickets;
  }

  /** When its first row came, by the clock that only goes forward. */
  public long createdNanos() {
    return createdNanos;
  }

  /**
   * Notes a failure.
   *
   * @return nanoseconds since the first failure; 0 for the first
   */
  public long failed(long nowNanos) {
    if (!failedBefore) {
      failedBefore = true;
      firstFailureNanos = nowNanos;
    }
    return nowNanos - firstFailureNanos;
  }

  /** Forgets its failures: another budget takes over, and bounds how often that happens. */
  public void failsAnew() {
    failedBefore = false;
  }

  List<String> defaulted() {
    return defaulted;
  }

  Answers answers() {
    return answers;
  }

  void sent(long nowNanos) {
    sends++;
    sentNanos = nowNanos;
  }

  /**
   * Notes its answer.
   *
   * @param previousNanos when the answer before it came on the connection
   */
  void answered(long nowNanos, long previousNanos) {
    latencyNanos = nowNanos - sentNanos;
    serviceNanos = Math.min(latencyNanos, nowNanos - previousNanos);
  }

  /** Nanoseconds from its latest request to the answer. */
  public long latencyNanos() {
    return latencyNanos;
  }

  /** Nanoseconds of these in which no request before it was still without an answer. */
  public long serviceNanos() {
    return serviceNanos;
  }

  /** Whether an earlier request may have stored it at this place already. */
  public boolean wasSentBefore() {
    return sends > 1;
  }
}
