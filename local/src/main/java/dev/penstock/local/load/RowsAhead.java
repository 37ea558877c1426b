package dev.penstock.local.load;

import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file, read on a thread of its own while the owner stores those before: a load job
 * needs the time of both otherwise. At most two batches wait. One owner thread.
 */
public final class RowsAhead implements FileRows {
  private static final int WAITING_BATCHES = 1;
  private static final int BATCH_ROWS = 512;
  private static final long BATCH_BYTES = 1 << 20;

  /** What one call of {@link #next} does. */
  @FunctionalInterface
  private interface Item {
    @Nullable Object @Nullable [] get() throws IOException, RowFaultException;
  }

  private final FileRows rows;
  private final BlockingQueue<Queue<Item>> waiting = new ArrayBlockingQueue<>(WAITING_BATCHES);
  private final Thread thread;

  /** What stays for ever once it is reached; of the other thread. */
  private @Nullable Item end;

  private Queue<Item> batch = new ArrayDeque<>();

  /** Begins to read; closes the rows when it is closed. */
  public RowsAhead(FileRows rows) {
    this.rows = rows;
    this.thread = new Thread(this::read, "penstock-load");
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    try {
      while (true) {
        waiting.put(readBatch());
      }
    } catch (InterruptedException e) {
      // The owner closed: nobody takes what is left.
      Thread.currentThread().interrupt();
    }
  }

  private Queue<Item> readBatch() {
    Queue<Item> items = new ArrayDeque<>(BATCH_ROWS);
    long bytes = 0;
    while (end == null && items.size() < BATCH_ROWS && bytes < BATCH_BYTES) {
      try {
        @Nullable Object @Nullable [] row = rows.next();
        if (row == null) {
          end = () -> null;
        } else {
          items.add(() -> row);
          bytes += LogicalBytes.of(row);
        }
      } catch (RowFaultException e) {
        items.add(
            () -> {
              throw e;
            });
      } catch (IOException | RuntimeException | Error e) {
        end =
            () -> {
              throw e;
            };
      }
    }
    if (end != null) {
      items.add(end);
    }
    return items;
  }

  @Override
  public boolean has(int column) {
    return rows.has(column);
  }

  @Override
  public @Nullable Object @Nullable [] next() throws IOException, RowFaultException {
    if (batch.isEmpty()) {
      try {
        batch = waiting.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("Reading a file was interrupted", e);
      }
    }
    return batch.remove().get();
  }

  @Override
  public void close() throws IOException {
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    rows.close();
  }
}
