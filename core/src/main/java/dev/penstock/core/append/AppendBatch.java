package dev.penstock.core.append;

import dev.penstock.core.encode.RowBuffer;
import java.util.List;

/**
 * Rows that travel and are answered together, as one append request. One owner thread; its rows do
 * not change once it is submitted.
 */
public final class AppendBatch {
  /** The offset of a batch whose place in the stream does not matter. */
  public static final long NO_OFFSET = -1;

  private final WriteStream stream;
  private final WriterSchema schema;
  private final RowBuffer rows;
  private final TicketRuns tickets;
  private final List<String> defaulted;
  private final long offset;
  private final long createdNanos;
  private final Answers answers;
  private int sends;
  private long firstFailureNanos;
  private boolean failedBefore;

  /**
   * A batch.
   *
   * @param schema the schema that the rows are encoded by, or a later one
   * @param defaulted columns that get their default expression where a row lacks them; all others
   *     become NULL
   * @param offset the place of the first row in a stream that counts, else {@link #NO_OFFSET}
   * @param createdNanos when its first row came
   * @param answers learns what becomes of it
   */
  public AppendBatch(
      WriteStream stream,
      WriterSchema schema,
      Rows rows,
      List<String> defaulted,
      long offset,
      long createdNanos,
      Answers answers) {
    this.stream = stream;
    this.schema = schema;
    this.rows = rows.buffer();
    this.tickets = rows.tickets();
    this.defaulted = List.copyOf(defaulted);
    this.offset = offset;
    this.createdNanos = createdNanos;
    this.answers = answers;
  }

  /** Encoded rows and their tickets. */
  public record Rows(RowBuffer buffer, TicketRuns tickets) {}

  /** This batch with other rows, for the rest that is sent again. */
  public AppendBatch withRows(Rows other) {
    AppendBatch batch =
        new AppendBatch(stream, schema, other, defaulted, NO_OFFSET, createdNanos, answers);
    batch.failedBefore = failedBefore;
    batch.firstFailureNanos = firstFailureNanos;
    return batch;
  }

  /** The stream it goes to. */
  public WriteStream stream() {
    return stream;
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

  List<String> defaulted() {
    return defaulted;
  }

  long offset() {
    return offset;
  }

  Answers answers() {
    return answers;
  }

  void sent() {
    sends++;
  }

  /** Whether an earlier request may have stored it already. */
  boolean wasSentBefore() {
    return sends > 1;
  }
}
