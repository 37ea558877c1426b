package dev.penstock.architecture.matrix;

import java.time.Instant;
import java.time.LocalTime;
import java.util.concurrent.TimeUnit;

/** Times of the matrix as the numbers that sources write. */
final class MatrixTimes {
  private static final String END_OF_DAY = "24:00:00";

  private MatrixTimes() {}

  /** Microseconds since midnight; 24:00 is one more than the last. */
  static long microsOfDay(String text) {
    return text.equals(END_OF_DAY)
        ? TimeUnit.DAYS.toMicros(1)
        : TimeUnit.NANOSECONDS.toMicros(LocalTime.parse(text).toNanoOfDay());
  }

  /** Microseconds since 1970. */
  static long epochMicros(String instant) {
    Instant parsed = Instant.parse(instant);
    return TimeUnit.SECONDS.toMicros(parsed.getEpochSecond())
        + TimeUnit.NANOSECONDS.toMicros(parsed.getNano());
  }
}
