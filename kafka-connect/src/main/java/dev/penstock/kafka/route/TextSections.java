package dev.penstock.kafka.route;

import dev.penstock.kafka.config.SequenceFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sections from texts of a declared format. Immutable. */
record TextSections(SequenceFormat format) implements SectionEncoder {
  private static final Pattern PG_LSN = Pattern.compile("([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})");
  private static final Pattern MSSQL_LSN =
      Pattern.compile("([0-9A-Fa-f]{8}):([0-9A-Fa-f]{8}):([0-9A-Fa-f]{4})");
  private static final Pattern TRAILING_DIGITS = Pattern.compile("(\\d{1,18})$");
  private static final int HEX = 16;
  private static final int DECIMAL = 10;

  @Override
  public @Nullable String encode(Object value, long[] sections, int at) {
    String text = value.toString().trim();
    return switch (format) {
      case DECIMAL -> unsigned(text, DECIMAL, sections, at);
      case HEX -> unsigned(text, HEX, sections, at);
      case PG_LSN -> postgresLsn(text, sections, at);
      case MSSQL_LSN -> sqlServerLsn(text, sections, at);
      case BINLOG_FILE -> binlogFile(text, sections, at);
      case ISO_TIMESTAMP -> isoTimestamp(text, sections, at);
      case SIGNED -> throw new AssertionError(format);
    };
  }

  private @Nullable String unsigned(String text, int radix, long[] sections, int at) {
    if (text.startsWith("+")) {
      return mismatch();
    }
    try {
      sections[at] = Long.parseUnsignedLong(text, radix);
      return null;
    } catch (NumberFormatException e) {
      return mismatch();
    }
  }

  private @Nullable String postgresLsn(String text, long[] sections, int at) {
    Matcher parts = PG_LSN.matcher(text);
    if (!parts.matches()) {
      return mismatch();
    }
    sections[at] =
        Long.parseLong(parts.group(1), HEX) << Integer.SIZE | Long.parseLong(parts.group(2), HEX);
    return null;
  }

  private @Nullable String sqlServerLsn(String text, long[] sections, int at) {
    Matcher parts = MSSQL_LSN.matcher(text);
    if (!parts.matches()) {
      return mismatch();
    }
    sections[at] =
        Long.parseLong(parts.group(1), HEX) << Integer.SIZE | Long.parseLong(parts.group(2), HEX);
    sections[at + 1] = Long.parseLong(parts.group(3), HEX);
    return null;
  }

  private @Nullable String binlogFile(String text, long[] sections, int at) {
    Matcher digits = TRAILING_DIGITS.matcher(text);
    if (!digits.find()) {
      return mismatch();
    }
    sections[at] = Long.parseLong(digits.group(1));
    return null;
  }

  private @Nullable String isoTimestamp(String text, long[] sections, int at) {
    try {
      Instant instant = OffsetDateTime.parse(text).toInstant();
      long micros =
          Math.addExact(
              Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
      if (micros < 0) {
        return "lies before 1970 (expected: 1970-01-01T00:00:00Z or later)";
      }
      sections[at] = micros;
      return null;
    } catch (DateTimeException | ArithmeticException e) {
      return mismatch();
    }
  }

  private String mismatch() {
    return "is no text of the format " + format.word();
  }
}
