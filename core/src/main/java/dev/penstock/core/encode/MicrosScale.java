package dev.penstock.core.encode;

import java.util.concurrent.TimeUnit;

/**
 * From a source unit to microseconds. Digits finer than a microsecond are cut off towards the past,
 * before and after 1970 alike. Immutable.
 */
record MicrosScale(long multiplier, long divisor) {
  static MicrosScale of(TimeUnit unit) {
    return unit == TimeUnit.NANOSECONDS
        ? new MicrosScale(1, TimeUnit.MICROSECONDS.toNanos(1))
        : new MicrosScale(unit.toMicros(1), 1);
  }

  /** A value that lies within bounds given by {@link #lowest} and {@link #highest}. */
  long toMicros(long value) {
    return divisor == 1 ? value * multiplier : Math.floorDiv(value, divisor);
  }

  /** The lowest source value that is not before a point in microseconds. */
  long lowest(long micros) {
    return divisor == 1 ? -Math.floorDiv(-micros, multiplier) : saturated(micros);
  }

  /** The highest source value that is not after a point in microseconds. */
  long highest(long micros) {
    return divisor == 1
        ? Math.floorDiv(micros, multiplier)
        : saturated(micros) == Long.MAX_VALUE ? Long.MAX_VALUE : micros * divisor + divisor - 1;
  }

  private long saturated(long micros) {
    return TimeUnit.MICROSECONDS.toNanos(micros);
  }
}
