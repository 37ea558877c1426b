package dev.penstock.cli.source;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyOut;

/**
 * Receives the messages of a copy on a thread of its own, so that the server goes on while rows are
 * encoded and sent. Holds a bounded number of bytes, and at least one message. One owner thread.
 */
final class PostgresReadAhead implements AutoCloseable {
  private static final int BATCH_BYTES = 1 << 16;

  private final CopyOut copy;
  private final int batchBytes;
  private final ReadAhead<Messages> batches;
  private Messages current = new Messages(List.of(), 0, null, false);
  private int taken;

  /**
   * Some messages.
   *
   * @param weight their bytes
   * @param failure what ended the copy; null when nothing did
   */
  private record Messages(
      List<byte[]> messages, int weight, @Nullable SQLException failure, boolean isLast)
      implements ReadAhead.Batch {}

  /**
   * Begins to receive.
   *
   * @param what is received, for messages
   */
  PostgresReadAhead(String what, CopyOut copy, int maxBytes) {
    this.copy = copy;
    this.batchBytes = Math.min(BATCH_BYTES, maxBytes);
    this.batches = new ReadAhead<>(what, "penstock-postgres", maxBytes, this::receive);
  }

  private Messages receive() {
    List<byte[]> messages = new ArrayList<>();
    int bytes = 0;
    try {
      while (bytes < batchBytes) {
        byte[] message = copy.readFromCopy();
        if (message == null) {
          return new Messages(messages, bytes, null, true);
        }
        messages.add(message);
        bytes += message.length;
      }
      return new Messages(messages, bytes, null, false);
    } catch (SQLException e) {
      return new Messages(messages, bytes, e, true);
    }
  }

  /**
   * The next message; null when there is none.
   *
   * @throws SQLException that ended the copy
   */
  byte @Nullable [] next() throws SQLException {
    while (taken == current.messages().size()) {
      if (current.failure() != null) {
        throw current.failure();
      }
      if (current.isLast()) {
        return null;
      }
      current = batches.next();
      taken = 0;
    }
    return current.messages().get(taken++);
  }

  /** Waits a little for the thread, which ends once the connection is closed. */
  @Override
  public void close() {
    batches.close();
  }
}
