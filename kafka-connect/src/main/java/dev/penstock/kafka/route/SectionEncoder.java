package dev.penstock.kafka.route;

import dev.penstock.core.sequence.InstantPosition;
import dev.penstock.core.sequence.NumberPosition;
import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.sequence.TextPosition;
import dev.penstock.kafka.config.SequenceFormat;
import java.math.BigDecimal;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Turns a Connect value into sections of a sequence number, by the rule of its declared format or
 * of its schema. Immutable.
 */
interface SectionEncoder {
  /**
   * Adds the sections.
   *
   * @return null when done, else the end of a sentence about the field, without the value
   */
  @Nullable String encode(Object value, SequenceSections sections);

  /** The units of Debezium's integer times, by schema name. */
  Map<String, TimeUnit> TIME_UNITS =
      Map.of(
          "io.debezium.time.Timestamp", TimeUnit.MILLISECONDS,
          "io.debezium.time.MicroTimestamp", TimeUnit.MICROSECONDS,
          "io.debezium.time.NanoTimestamp", TimeUnit.NANOSECONDS);

  /** Connect's own logical type has milliseconds. */
  InstantPosition DATE = new InstantPosition(TimeUnit.MILLISECONDS);

  /** The rule of numbers without a declared format. */
  NumberPosition UNSIGNED = new NumberPosition(false);

  /** The encoder of a field by its declared format, else by its schema. */
  static SectionEncoder of(@Nullable SequenceFormat format, @Nullable Schema schema) {
    if (format != null) {
      return declared(format);
    }
    String name = schema == null ? null : schema.name();
    if (name != null && (name.endsWith(".ZonedTimestamp") || name.endsWith(".IsoTimestamp"))) {
      return text(TextPosition.Format.ISO_TIMESTAMP);
    }
    TimeUnit unit = name == null ? null : TIME_UNITS.get(name);
    if (unit == null) {
      return SectionEncoder::typed;
    }
    InstantPosition instant = new InstantPosition(unit);
    return (value, sections) -> instant.encode(((Number) value).longValue(), sections);
  }

  private static SectionEncoder declared(SequenceFormat format) {
    if (format.text() != null) {
      return text(format.text());
    }
    NumberPosition signed = new NumberPosition(true);
    return (value, sections) -> number(signed, value, sections);
  }

  private static SectionEncoder text(TextPosition.Format format) {
    TextPosition position = new TextPosition(format);
    return (value, sections) -> position.encode(value.toString().trim(), sections);
  }

  @SuppressWarnings("JavaUtilDate") // Connect's own logical type.
  private static @Nullable String typed(Object value, SequenceSections sections) {
    if (value instanceof Date date) {
      return DATE.encode(date.getTime(), sections);
    }
    if (value instanceof String) {
      return "is a text without a declared format (expected: a format after the name, such as"
          + " :decimal, :hex, :pg-lsn or :iso-timestamp)";
    }
    return number(UNSIGNED, value, sections);
  }

  private static @Nullable String number(
      NumberPosition position, Object value, SequenceSections sections) {
    if (value instanceof BigDecimal decimal) {
      return position.encode(decimal, sections);
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return position.encode(((Number) value).longValue(), sections);
    }
    return "is a "
        + value.getClass().getSimpleName()
        + " (expected: an integer, a decimal without fraction, a time, or a text with a format)";
  }
}
