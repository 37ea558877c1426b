package dev.penstock.core.sequence;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Source positions that are texts of a declared format. Nothing is guessed: a text of another form
 * is refused. Immutable.
 */
public record TextPosition(Format format) {

  private static final int HEX = 16;

  /** The declared format of a text. */
  public enum Format {
    /** Decimal digits, 0 to 2^64-1. */
    DECIMAL("decimal", "[0-9]{1,20}", "decimal digits from 0 to 2^64-1"),
    /** 1 to 16 hexadecimal digits. */
    HEX("hex", "[0-9A-Fa-f]{1,16}", "1 to 16 hexadecimal digits"),
    /** A PostgreSQL log position {@code X/Y}: one section. */
    PG_LSN("pg-lsn", "([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})", "a log position such as 16/B374D848"),
    /** A SQL Server log position of 8:8:4 hexadecimal digits: two sections. */
    MSSQL_LSN(
        "mssql-lsn",
        "([0-9A-Fa-f]{8}):([0-9A-Fa-f]{8}):([0-9A-Fa-f]{4})",
        "a log position such as 00000027:00000ac0:0003"),
    /** A MySQL binlog file name: the number at its end. */
    BINLOG_FILE("binlog-file", ".*?([0-9]{1,19})", "a file name such as mysql-bin.000003"),
    /** An ISO-8601 instant with an offset or {@code Z}: microseconds. */
    ISO_TIMESTAMP("iso-timestamp", ".+", "an instant such as 2026-01-31T12:00:00.123456Z");

    private final String word;
    private final Pattern pattern;
    private final String expected;

    Format(String word, String pattern, String expected) {
      this.word = word;
      this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
      this.expected = expected;
    }

    /** The word by which options choose it, for example {@code pg-lsn}. */
    public String word() {
      return word;
    }

    /** What texts of this format look like. */
    public String expected() {
      return expected;
    }

    /** How many sections a text of this format becomes. */
    public int sections() {
      return this == MSSQL_LSN ? 2 : 1;
    }
  }

  /**
   * Adds the sections of a text.
   *
   * @return null when they are added, else what is wrong: the end of a sentence about the field,
   *     without the value
   */
  public @Nullable String encode(String text, SequenceSections sections) {
    Matcher matcher = format.pattern.matcher(text);
    if (!matcher.matches()) {
      return mismatch();
    }
    return switch (format) {
      case DECIMAL -> decimal(text, sections);
      case HEX -> add(Long.parseUnsignedLong(text, HEX), sections);
      case PG_LSN -> add(wide(matcher), sections);
      case MSSQL_LSN -> {
        sections.add(wide(matcher));
        yield add(Long.parseLong(matcher.group(3), HEX), sections);
      }
      case BINLOG_FILE -> decimal(matcher.group(1), sections);
      case ISO_TIMESTAMP -> instant(text, sections);
    };
  }

  private static @Nullable String add(long section, SequenceSections sections) {
    sections.add(section);
    return null;
  }

  private static long wide(Matcher matcher) {
    long high = Long.parseLong(matcher.group(1), HEX);
    return (high << Integer.SIZE) | Long.parseLong(matcher.group(2), HEX);
  }

  private @Nullable String decimal(String digits, SequenceSections sections) {
    BigInteger value = new BigInteger(digits);
    return value.bitLength() > Long.SIZE ? mismatch() : add(value.longValue(), sections);
  }

  private @Nullable String instant(String text, SequenceSections sections) {
    try {
      Instant instant = OffsetDateTime.parse(text).toInstant();
      return instant.getEpochSecond() < 0
          ? InstantPosition.BEFORE_1970
          : add(ChronoUnit.MICROS.between(Instant.EPOCH, instant), sections);
    } catch (DateTimeException | ArithmeticException e) {
      return mismatch();
    }
  }

  private String mismatch() {
    return "is no text of the format "
        + format.word
        + " (expected: "
        + format.expected
        + "). Declare the format that the source writes";
  }
}
