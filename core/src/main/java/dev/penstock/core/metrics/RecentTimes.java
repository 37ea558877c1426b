package dev.penstock.core.metrics;

import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long something took, over the last one to two minutes, in buckets an eighth of their value
 * wide. One thread records, any reads.
 */
final class RecentTimes {
  private static final long SPAN_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int PARTS_BITS = 3;
  private static final int PARTS = 1 << PARTS_BITS;
  private static final int BUCKETS = Long.SIZE * PARTS;

  private final Time time;
  private volatile Spans spans;

  /** The counts of this minute and of the one before. */
  private record Spans(long sinceNanos, AtomicLongArray now, AtomicLongArray before) {}

  RecentTimes(Time time) {
    this.time = time;
    this.spans = new Spans(time.nanos(), buckets(), buckets());
  }

  private static AtomicLongArray buckets() {
    return new AtomicLongArray(BUCKETS);
  }

  void record(long nanos) {
    current().now().incrementAndGet(bucketOf(nanos));
  }

  private Spans current() {
    Spans held = spans;
    long age = time.nanos() - held.sinceNanos();
    if (age < SPAN_NANOS) {
      return held;
    }
    AtomicLongArray before = age < 2 * SPAN_NANOS ? held.now() : buckets();
    Spans next = new Spans(time.nanos(), buckets(), before);
    spans = next;
    return next;
  }

  /** The bucket of a value: its power of two, and the eighth of it. */
  private static int bucketOf(long nanos) {
    long value = Math.max(nanos, PARTS);
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    return power * PARTS + (int) (value >>> (power - PARTS_BITS)) - PARTS;
  }

  /** The upper end of a bucket, in nanoseconds. */
  private static double endOf(int bucket) {
    return Math.scalb((double) (bucket % PARTS + PARTS + 1), bucket / PARTS - PARTS_BITS);
  }

  /**
   * A percentile in milliseconds, at most an eighth too large; 0 when nothing was recorded lately.
   *
   * @param percent 100 for the largest
   */
  double percentileMillis(double percent) {
    Spans held = spans;
    if (time.nanos() - held.sinceNanos() >= 2 * SPAN_NANOS) {
      return 0;
    }
    long total = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      total += held.now().get(bucket) + held.before().get(bucket);
    }
    long wanted = Math.max(1, (long) Math.ceil(total * percent / 100));
    long seen = 0;
    for (int bucket = 0; bucket < BUCKETS && total > 0; bucket++) {
      seen += held.now().get(bucket) + held.before().get(bucket);
      if (seen >= wanted) {
        return endOf(bucket) / 1e6;
      }
    }
    return 0;
  }
}
