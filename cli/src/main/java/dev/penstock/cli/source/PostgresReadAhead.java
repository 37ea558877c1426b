package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyOut;

/**
 * Receives the messages of a copy on a thread of its own, so that the server goes on while rows are
 * encoded and sent. Holds a bounded number of bytes, and at least one message. One owner thread.
 */
final class PostgresReadAhead implements AutoCloseable {
  private static final int BATCH_BYTES = 1 << 16;
  private static final long JOIN_MS = 5_000;

  private final CopyOut copy;
  private final int maxBytes;
  private final Semaphore room;
  private final BlockingQueue<Batch> batches = new LinkedBlockingQueue<>();
  private final Thread thread;
  private Batch current = new Batch(List.of(), 0, null, false);
  private int taken;

  /**
   * Some messages; the last batch has none behind it.
   *
   * @param failure what ended the copy; null when nothing did
   */
  private record Batch(
      List<byte[]> messages, int bytes, @Nullable SQLException failure, boolean last) {}

  /** Begins to receive. */
  PostgresReadAhead(CopyOut copy, int maxBytes) {
    this.copy = copy;
    this.maxBytes = maxBytes;
    this.room = new Semaphore(maxBytes);
    this.thread = new Thread(this::receive, "penstock-postgres");
    thread.setDaemon(true);
    thread.start();
  }

  private void receive() {
    try {
      Batch batch;
      do {
        batch = nextBatch();
        room.acquire(permits(batch));
        batches.add(batch);
      } while (!batch.last());
    } catch (InterruptedException e) {
      // The owner closed: nobody takes what is left.
      Thread.currentThread().interrupt();
    }
  }

  private int permits(Batch batch) {
    return Math.min(batch.bytes(), maxBytes);
  }

  private Batch nextBatch() {
    List<byte[]> messages = new ArrayList<>();
    int bytes = 0;
    try {
      while (bytes < Math.min(BATCH_BYTES, maxBytes)) {
        byte[] message = copy.readFromCopy();
        if (message == null) {
          return new Batch(messages, bytes, null, true);
        }
        messages.add(message);
        bytes += message.length;
      }
      return new Batch(messages, bytes, null, false);
    } catch (SQLException e) {
      return new Batch(messages, bytes, e, true);
    }
  }

  /**
   * The next message; null when there is none.
   *
   * @throws SQLException that ended the copy
   * @throws IngestException INTERRUPTED
   */
  byte @Nullable [] next() throws SQLException {
    while (taken == current.messages().size()) {
      if (current.failure() != null) {
        throw current.failure();
      }
      if (current.last()) {
        return null;
      }
      room.release(permits(current));
      current = take();
      taken = 0;
    }
    return current.messages().get(taken++);
  }

  private Batch take() {
    try {
      while (true) {
        boolean alive = thread.isAlive();
        Batch batch = batches.poll(1, TimeUnit.SECONDS);
        if (batch != null) {
          return batch;
        }
        if (!alive) {
          throw new IngestException(
              ErrorCode.INTERNAL,
              "The thread that receives rows has ended. Run the command again.");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IngestException(ErrorCode.INTERRUPTED, "Reading rows was interrupted.", e);
    }
  }

  /** Waits a little for the thread, which ends once the connection is closed. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(JOIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
