package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Waits;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Batches that a thread of their own makes while the owner works on the one before. Those that are
 * done, the owner's too, never weigh more than there is room, or there is only one. One owner
 * thread.
 */
final class ReadAhead<B extends ReadAhead.Batch> implements AutoCloseable {
  private static final long JOIN_MS = 5_000;

  private final String what;
  private final int room;
  private final Supplier<B> maker;
  private final Semaphore free;
  private final BlockingQueue<B> done = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile @Nullable Throwable broken;
  private int held;

  /** What was read in one go. */
  interface Batch {
    /** How much room it takes. */
    int weight();

    /** Whether no other one follows. */
    boolean isLast();
  }

  /**
   * Begins to read.
   *
   * @param what is read, for messages
   * @param maker makes one batch after another, on the other thread
   */
  ReadAhead(String what, String threadName, int room, Supplier<B> maker) {
    this.what = what;
    this.room = room;
    this.maker = maker;
    this.free = new Semaphore(room);
    this.thread = new Thread(this::read, threadName);
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    try {
      B batch;
      do {
        batch = maker.get();
        free.acquire(permits(batch));
        done.add(batch);
      } while (!batch.isLast());
    } catch (InterruptedException e) {
      // The owner closed: nobody takes what is left.
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      broken = e;
    }
  }

  private int permits(B batch) {
    return Math.min(batch.weight(), room);
  }

  /**
   * The next batch; the one before is no longer used.
   *
   * @throws IngestException INTERRUPTED, and INTERNAL if there is none
   */
  B next() {
    free.release(held);
    held = 0;
    try {
      while (true) {
        boolean alive = thread.isAlive();
        B batch = done.poll(1, TimeUnit.SECONDS);
        if (batch != null) {
          held = permits(batch);
          return batch;
        }
        if (!alive) {
          throw new IngestException(
              ErrorCode.INTERNAL,
              "Reading " + what + " ended early: " + broken + ". Run the command again.",
              broken);
        }
      }
    } catch (InterruptedException e) {
      throw Waits.interrupted("Reading " + what, e);
    }
  }

  /** Waits a little for the thread, which ends once it is not kept by what it reads. */
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
