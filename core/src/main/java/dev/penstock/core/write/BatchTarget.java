package dev.penstock.core.write;

import dev.penstock.core.append.AppendBatch;
import java.util.concurrent.TimeUnit;

/**
 * At how many bytes the next batch of one destination is sent. It doubles while full batches are
 * answered in less than 50 ms, and halves when the service is busy with one for 500 ms: time that a
 * batch only waits behind others does not count against its size. One owner thread.
 */
final class BatchTarget {
  private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final int min;
  private final int max;
  private int bytes;
  private boolean changed;
  private long changedNanos;

  BatchTarget(WriterOptions options) {
    BatchSize size = options.batchSize();
    long room = Math.min(options.maxRequestBytes(), Math.max(1, options.maxInFlightBytes() / 4));
    this.max = size.isFixed() ? size.maxBytes() : (int) Math.min(size.maxBytes(), room);
    this.min = Math.min(size.minBytes(), max);
    this.bytes = Math.min(size.startBytes(), max);
  }

  int bytes() {
    return bytes;
  }

  /** Learns from a stored batch; those begun before the latest change say nothing about it. */
  void stored(AppendBatch batch, long now) {
    if (changed && batch.createdNanos() - changedNanos < 0) {
      return;
    }
    int next = bytes;
    if (batch.serviceNanos() >= SLOW_NANOS) {
      next = Math.max(min, bytes / 2);
    } else if (batch.latencyNanos() < QUICK_NANOS && batch.rows().size() >= bytes) {
      next = (int) Math.min(max, 2L * bytes);
    }
    if (next != bytes) {
      bytes = next;
      changed = true;
      changedNanos = now;
    }
  }
}
