package dev.penstock.kafka.read;

import dev.penstock.core.encode.ValueKind;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The values of a date or time kind that BigQuery can hold, in the unit of the reader: years 1 to
 * 9999, times of day below 24 hours. Immutable.
 */
record TemporalRange(long min, long max) {
  private static final long MIN_DAY = -719_162;
  private static final long MAX_DAY = 2_932_896;

  /** The range of a kind; null when the kind is no date or time. */
  static @Nullable TemporalRange of(ValueKind kind, @Nullable TimeUnit unit) {
    if (kind == ValueKind.DATE) {
      return new TemporalRange(MIN_DAY, MAX_DAY);
    }
    if (unit == null) {
      return null;
    }
    if (kind == ValueKind.TIME) {
      return new TemporalRange(0, unit.convert(1, TimeUnit.DAYS) - 1);
    }
    // TimeUnit.convert saturates, which is the right bound where the unit cannot reach the years.
    long end = unit.convert(MAX_DAY + 1, TimeUnit.DAYS);
    return new TemporalRange(
        unit.convert(MIN_DAY, TimeUnit.DAYS), end == Long.MAX_VALUE ? end : end - 1);
  }

  boolean contains(long value) {
    return value >= min && value <= max;
  }

  long clamp(long value) {
    return Math.max(min, Math.min(max, value));
  }
}
