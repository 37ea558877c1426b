package dev.penstock.kafka.route;

import dev.penstock.kafka.config.SequenceFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Turns a value into sections of a sequence number: unsigned numbers that rise as the source goes
 * on. Strict: a value of doubtful order is refused. Immutable.
 */
interface SectionEncoder {
  /**
   * Writes the sections.
   *
   * @return null when done, else the end of a sentence about the field, without the value
   */
  @Nullable String encode(Object value, long[] sections, int at);

  /** The units of Debezium's and Connect's integer times, by schema name. */
  Map<String, TimeUnit> TIME_UNITS =
      Map.of(
          "io.debezium.time.Timestamp", TimeUnit.MILLISECONDS,
          "io.debezium.time.MicroTimestamp", TimeUnit.MICROSECONDS,
          "io.debezium.time.NanoTimestamp", TimeUnit.NANOSECONDS);

  /** The encoder of a field by its declared format, else by its schema. */
  static SectionEncoder of(@Nullable SequenceFormat format, @Nullable Schema schema) {
    if (format == SequenceFormat.SIGNED) {
      return SectionEncoder::signed;
    }
    if (format != null) {
      return new TextSections(format);
    }
    String name = schema == null ? null : schema.name();
    if (name != null && (name.endsWith(".ZonedTimestamp") || name.endsWith(".IsoTimestamp"))) {
      return new TextSections(SequenceFormat.ISO_TIMESTAMP);
    }
    TimeUnit unit = name == null ? null : TIME_UNITS.get(name);
    return unit == null ? SectionEncoder::typed : (value, s, at) -> time(unit, value, s, at);
  }

  private static @Nullable String time(TimeUnit unit, Object value, long[] sections, int at) {
    return natural(unit.toMicros(((Number) value).longValue()), sections, at);
  }

  @SuppressWarnings("JavaUtilDate") // Connect's own logical type.
  private static @Nullable String typed(Object value, long[] sections, int at) {
    if (isInteger(value)) {
      return natural(((Number) value).longValue(), sections, at);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal(decimal, sections, at);
    }
    if (value instanceof Date date) {
      return natural(TimeUnit.MILLISECONDS.toMicros(date.getTime()), sections, at);
    }
    if (value instanceof String) {
      return "is a text without a declared format (expected: a format after the name, such as"
          + " :decimal, :hex, :pg-lsn or :iso-timestamp)";
    }
    return "is a "
        + value.getClass().getSimpleName()
        + " (expected: an integer, a decimal without fraction, a time, or a text with a format)";
  }

  private static boolean isInteger(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  private static @Nullable String natural(long value, long[] sections, int at) {
    if (value < 0) {
      return "is negative (expected: 0 or more, because sections are unsigned and a negative number"
          + " would outrank all others). Use the format :signed for all rows of the table, or"
          + " another field";
    }
    sections[at] = value;
    return null;
  }

  private static @Nullable String signed(Object value, long[] sections, int at) {
    if (!isInteger(value)) {
      return "is a " + value.getClass().getSimpleName() + " (expected: an integer with :signed)";
    }
    sections[at] = ((Number) value).longValue() ^ Long.MIN_VALUE;
    return null;
  }

  private static @Nullable String decimal(BigDecimal value, long[] sections, int at) {
    BigDecimal whole = value.stripTrailingZeros();
    if (whole.scale() > 0) {
      return "has a fraction (expected: a whole number)";
    }
    BigInteger integer = whole.toBigInteger();
    if (integer.signum() < 0 || integer.bitLength() > Long.SIZE) {
      return "is outside 0..2^64-1";
    }
    sections[at] = integer.longValue();
    return null;
  }
}
