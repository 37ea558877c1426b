package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.RangeText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The bounds of a RANGE in their wire form: days or microseconds. Thread-safe. */
final class RangeParts {
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private RangeParts() {}

  /** Start and end of a stored range of a column; null where it has none. */
  static @Nullable Object[] of(Field column, String stored) {
    RangeText range = RangeText.parse(stored);
    FieldType element = column.rangeElement();
    return new @Nullable Object[] {
      wire(RangeText.value(range.start(), element)), wire(RangeText.value(range.end(), element))
    };
  }

  private static @Nullable Object wire(@Nullable Object bound) {
    if (bound == null) {
      return null;
    }
    if (bound instanceof LocalDate date) {
      return Math.toIntExact(date.toEpochDay());
    }
    LocalDateTime time =
        bound instanceof Instant instant
            ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
            : (LocalDateTime) bound;
    // Between instants it counts nanoseconds, which a long holds for 292 years only.
    return ChronoUnit.MICROS.between(EPOCH, time);
  }
}
