package dev.penstock.core.time;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before each retry: growing from a first delay up to a cap, or always as long;
 * spread, mostly by ±25 %, so that many tasks do not return at once. Immutable; thread-safe when
 * its random source is.
 */
public final class RetrySchedule {
  private static final double JITTER = 0.25;

  private static final double DOUBLING = 2;

  private final long firstMillis;
  private final double factor;
  private final long capMillis;
  private final double jitter;
  private final DoubleSupplier random;

  private RetrySchedule(
      long firstMillis, double factor, long capMillis, double jitter, DoubleSupplier random) {
    this.firstMillis = firstMillis;
    this.factor = factor;
    this.capMillis = capMillis;
    this.jitter = jitter;
    this.random = random;
  }

  /**
   * A schedule with the jitter of this machine's random source.
   *
   * @param first the delay before the first retry, 1 ms to a day
   * @param cap the longest delay before jitter, at least {@code first} and at most a day
   */
  public static RetrySchedule exponential(Duration first, Duration cap) {
    return exponential(first, cap, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * A schedule that grows slower than by doubling.
   *
   * @param factor by which a delay exceeds the one before it, above 1
   */
  public static RetrySchedule growing(Duration first, double factor, Duration cap) {
    if (!(factor > 1)) {
      throw new IllegalArgumentException("factor: " + factor + " (expected: above 1)");
    }
    return of(first, factor, cap, () -> ThreadLocalRandom.current().nextDouble());
  }

  /** A schedule whose delays do not grow, 1 ms to a day. */
  public static RetrySchedule flat(Duration delay) {
    return of(delay, 1, delay, () -> ThreadLocalRandom.current().nextDouble());
  }

  /** Delays of any length from nothing to this one, 2 ms to a day: nothing is gained by waiting. */
  public static RetrySchedule spread(Duration longest) {
    requireRange("longest", longest, Duration.ofMillis(2));
    long half = longest.toMillis() / 2;
    return new RetrySchedule(half, 1, half, 1, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * A schedule with a random source of the caller.
   *
   * @param random yields numbers from 0 (inclusive) to 1 (exclusive)
   */
  public static RetrySchedule exponential(Duration first, Duration cap, DoubleSupplier random) {
    return of(first, DOUBLING, cap, random);
  }

  private static RetrySchedule of(
      Duration first, double factor, Duration cap, DoubleSupplier random) {
    requireRange("first", first, Duration.ofMillis(1));
    requireRange("cap", cap, first);
    return new RetrySchedule(first.toMillis(), factor, cap.toMillis(), JITTER, random);
  }

  private static void requireRange(String name, Duration value, Duration min) {
    if (value.compareTo(min) < 0 || value.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + "..PT24H)");
    }
  }

  /**
   * The delay before a retry, in milliseconds.
   *
   * @param retry the number of the retry, from 0
   */
  public long delayMillis(int retry) {
    if (retry < 0) {
      throw new IllegalArgumentException("retry: " + retry + " (expected: at least 0)");
    }
    double grown = Math.min(firstMillis * Math.pow(factor, retry), (double) capMillis);
    double spread = 1 - jitter + 2 * jitter * random.getAsDouble();
    return Math.round(grown * spread);
  }
}
