package dev.penstock.core.reader;

import dev.penstock.core.encode.ValueKind;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A logical type of dates or times: as which kind its numbers are read, and which Java type may
 * stand in for the number. Immutable.
 *
 * @param unit the unit of the number; null for dates
 * @param toLong yields the number for a value of the Java type; throws ArithmeticException or
 *     DateTimeException for values that have none
 */
record AvroTemporal(
    String logicalName,
    ValueKind kind,
    @Nullable TimeUnit unit,
    Class<?> javaType,
    ToLongFunction<Object> toLong) {
  /** The text by which read sessions tell a DATETIME (RA-036, RA-044). */
  static final String DATETIME_TEXT = "datetime";

  private static final Map<String, AvroTemporal> BY_NAME =
      Stream.of(
              of("date", ValueKind.DATE, null, LocalDate.class, LocalDate::toEpochDay),
              of(
                  "time-millis",
                  ValueKind.TIME,
                  TimeUnit.MILLISECONDS,
                  LocalTime.class,
                  time -> TimeUnit.NANOSECONDS.toMillis(time.toNanoOfDay())),
              of(
                  "time-micros",
                  ValueKind.TIME,
                  TimeUnit.MICROSECONDS,
                  LocalTime.class,
                  time -> TimeUnit.NANOSECONDS.toMicros(time.toNanoOfDay())),
              of(
                  "timestamp-millis",
                  ValueKind.INSTANT,
                  TimeUnit.MILLISECONDS,
                  Instant.class,
                  Instant::toEpochMilli),
              of(
                  "timestamp-micros",
                  ValueKind.INSTANT,
                  TimeUnit.MICROSECONDS,
                  Instant.class,
                  AvroTemporal::epochMicros),
              of(
                  "local-timestamp-millis",
                  ValueKind.DATETIME,
                  TimeUnit.MILLISECONDS,
                  LocalDateTime.class,
                  calendar -> calendar.toInstant(ZoneOffset.UTC).toEpochMilli()),
              of(
                  "local-timestamp-micros",
                  ValueKind.DATETIME,
                  TimeUnit.MICROSECONDS,
                  LocalDateTime.class,
                  calendar -> epochMicros(calendar.toInstant(ZoneOffset.UTC))),
              of(
                  DATETIME_TEXT,
                  ValueKind.DATETIME,
                  TimeUnit.MICROSECONDS,
                  CharSequence.class,
                  text -> epochMicros(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC))))
          .collect(Collectors.toUnmodifiableMap(AvroTemporal::logicalName, Function.identity()));

  private static <T> AvroTemporal of(
      String logicalName,
      ValueKind kind,
      @Nullable TimeUnit unit,
      Class<T> javaType,
      ToLongFunction<T> toLong) {
    return new AvroTemporal(
        logicalName, kind, unit, javaType, value -> toLong.applyAsLong(javaType.cast(value)));
  }

  /** Finds the type of a logical name; null when the name tells of no date or time. */
  static @Nullable AvroTemporal find(@Nullable String logicalName) {
    return logicalName == null ? null : BY_NAME.get(logicalName);
  }

  /** Whether a value may stand for the number. */
  boolean takes(Object value) {
    return javaType.isInstance(value);
  }

  /** The logical type with the Java types that it takes, as messages name it. */
  String describe() {
    String number = logicalName.equals(DATETIME_TEXT) ? " (" : " (a number or ";
    return logicalName + number + javaType.getName() + ")";
  }

  private static long epochMicros(Instant instant) {
    long micros = Math.multiplyExact(instant.getEpochSecond(), TimeUnit.SECONDS.toMicros(1));
    return Math.addExact(micros, TimeUnit.NANOSECONDS.toMicros(instant.getNano()));
  }
}
