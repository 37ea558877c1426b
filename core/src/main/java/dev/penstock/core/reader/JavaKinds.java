package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Which kind the values of a Java type are, and the other way round. */
final class JavaKinds {
  /** By the declared type of a record's component; the first type that fits counts. */
  private static final Map<Class<?>, ValueKind> DECLARED = new LinkedHashMap<>();

  private static final Map<ValueKind, String> WANTED =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(ValueKind.BOOL, "a Boolean"),
              Map.entry(ValueKind.LONG, "a Long, Integer, Short, Byte or BigInteger"),
              Map.entry(ValueKind.DOUBLE, "a Double, Float, Long, Integer, Short or Byte"),
              Map.entry(
                  ValueKind.DECIMAL, "a BigDecimal, BigInteger, Long, Integer, Short or Byte"),
              Map.entry(ValueKind.TEXT, "a String, Character, enum constant or UUID"),
              Map.entry(ValueKind.JSON, "a String that holds JSON"),
              Map.entry(ValueKind.INTERVAL, "a Duration, Period or String"),
              Map.entry(ValueKind.BYTES, "a byte[] or ByteBuffer"),
              Map.entry(ValueKind.DATE, "a LocalDate"),
              Map.entry(ValueKind.TIME, "a LocalTime"),
              Map.entry(ValueKind.DATETIME, "a LocalDateTime"),
              Map.entry(
                  ValueKind.INSTANT, "an Instant, OffsetDateTime, ZonedDateTime or java.util.Date"),
              Map.entry(ValueKind.STRUCT, "a Map whose keys are the names of the fields"),
              Map.entry(ValueKind.LIST, "a Collection or an array")));

  static {
    declare(ValueKind.BOOL, boolean.class, Boolean.class);
    declare(ValueKind.LONG, long.class, Long.class, int.class, Integer.class);
    declare(ValueKind.LONG, short.class, Short.class, byte.class, Byte.class);
    declare(ValueKind.DOUBLE, double.class, Double.class, float.class, Float.class);
    declare(ValueKind.DECIMAL, BigDecimal.class, BigInteger.class);
    declare(ValueKind.TEXT, char.class, Character.class, Enum.class, UUID.class);
    declare(ValueKind.TEXT, CharSequence.class);
    declare(ValueKind.BYTES, byte[].class, ByteBuffer.class);
    declare(ValueKind.INTERVAL, Duration.class, Period.class);
    declare(ValueKind.DATE, LocalDate.class);
    declare(ValueKind.TIME, LocalTime.class);
    declare(ValueKind.DATETIME, LocalDateTime.class);
    declare(ValueKind.INSTANT, Instant.class, OffsetDateTime.class, ZonedDateTime.class);
    declare(ValueKind.INSTANT, Date.class);
  }

  private JavaKinds() {}

  private static void declare(ValueKind kind, Class<?>... types) {
    for (Class<?> type : types) {
      DECLARED.put(type, kind);
    }
  }

  /** Finds the kind of a component's scalar type; null when it is none. */
  static @Nullable ValueKind find(Class<?> type) {
    ValueKind exact = DECLARED.get(type);
    if (exact != null) {
      return exact;
    }
    return DECLARED.entrySet().stream()
        .filter(entry -> !entry.getKey().isPrimitive() && entry.getKey().isAssignableFrom(type))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** The field of a scalar kind. */
  static SourceField field(String name, ValueKind kind, Class<?> type) {
    boolean nullable = !type.isPrimitive();
    if (kind == ValueKind.DECIMAL) {
      return SourceField.decimal(name, nullable, null, type == BigInteger.class ? 0 : null);
    }
    boolean temporal =
        kind == ValueKind.TIME || kind == ValueKind.DATETIME || kind == ValueKind.INSTANT;
    return temporal
        ? SourceField.temporal(name, kind, nullable, TimeUnit.MICROSECONDS)
        : SourceField.of(name, kind, nullable);
  }

  static boolean isInt(Object value) {
    return value instanceof Integer || value instanceof Short || value instanceof Byte;
  }

  /**
   * The number by which a kind is read; null when the value is not of it.
   *
   * @throws ArithmeticException or DateTimeException when there is no such number
   */
  static @Nullable Long toLong(ValueKind kind, Object value) {
    return switch (kind) {
      case LONG ->
          isInt(value)
              ? Long.valueOf(((Number) value).longValue())
              : value instanceof BigInteger number ? number.longValueExact() : null;
      case DATE -> value instanceof LocalDate date ? date.toEpochDay() : null;
      case TIME ->
          value instanceof LocalTime time
              ? TimeUnit.NANOSECONDS.toMicros(time.toNanoOfDay())
              : null;
      case DATETIME ->
          value instanceof LocalDateTime calendar
              ? micros(calendar.toInstant(ZoneOffset.UTC))
              : null;
      case INSTANT -> instantMicros(value);
      case BOOL, UNSIGNED_LONG, DOUBLE, TEXT, BYTES, DECIMAL, INTERVAL, JSON, STRUCT, LIST ->
          throw new AssertionError(kind);
    };
  }

  @SuppressWarnings("JavaUtilDate") // Users have it.
  private static @Nullable Long instantMicros(Object value) {
    if (value instanceof Instant instant) {
      return micros(instant);
    }
    if (value instanceof OffsetDateTime calendar) {
      return micros(calendar.toInstant());
    }
    if (value instanceof ZonedDateTime calendar) {
      return micros(calendar.toInstant());
    }
    return value instanceof Date date
        ? Math.multiplyExact(date.getTime(), TimeUnit.MILLISECONDS.toMicros(1))
        : null;
  }

  /** What is finer than a microsecond is cut off towards the past, as on every road. */
  private static long micros(Instant instant) {
    long seconds = Math.multiplyExact(instant.getEpochSecond(), TimeUnit.SECONDS.toMicros(1));
    return Math.addExact(seconds, TimeUnit.NANOSECONDS.toMicros(instant.getNano()));
  }

  /** The text by which a kind is read; null when the value is not of it. */
  @SuppressWarnings("JavaPeriodGetDays") // An interval has the same parts.
  static @Nullable String text(ValueKind kind, Object value) {
    if (value instanceof CharSequence) {
      return value.toString();
    }
    if (kind == ValueKind.TEXT) {
      return value instanceof Enum<?> constant
          ? constant.name()
          : value instanceof Character || value instanceof UUID ? value.toString() : null;
    }
    if (kind != ValueKind.INTERVAL) {
      return null;
    }
    if (value instanceof Period period) {
      return IntervalParts.text(period.toTotalMonths(), period.getDays(), 0);
    }
    return value instanceof Duration duration
        ? IntervalParts.text(0, 0, TimeUnit.MICROSECONDS.convert(duration))
        : null;
  }

  /** A field as messages name it: its column's type if it has one, else its kind. */
  static String describe(SourceField field) {
    return field.column() == null ? field.kind().name() : field.column().type().name();
  }

  static String wanted(ValueKind kind) {
    return Objects.requireNonNull(WANTED.get(kind));
  }
}
