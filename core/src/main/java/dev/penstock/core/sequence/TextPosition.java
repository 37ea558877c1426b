package dev.penstock.core.sequence;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Source positions that are texts of a declared format. Nothing is guessed: a text of another form
 * is refused. Immutable.
 *
 * @param field the sequence field, as the user named it
 */
public record TextPosition(String field, Format format) {

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
    ISO_TIMESTAMP("iso-timestamp", ".+", "an instant such as 2026-01-31T12:00:00.123456Z"),
    /** A number in the service's own form: one to four sections. */
    BIGQUERY(
        "bigquery",
        "[0-9A-Fa-f]{1,16}(/[0-9A-Fa-f]{1,16}){0,3}",
        "1 to 4 hexadecimal sections joined by /");

    private final String optionName;
    private final Pattern pattern;
    private final String expected;

    Format(String optionName, String pattern, String expected) {
      this.optionName = optionName;
      this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
      this.expected = expected;
    }

    /** The name by which options choose it. */
    public String optionName() {
      return optionName;
    }

    /**
     * The format of an option.
     *
     * @throws IllegalArgumentException when no format has this name
     */
    public static Format of(String optionName) {
      for (Format format : values()) {
        if (format.optionName.equals(optionName)) {
          return format;
        }
      }
      throw new IllegalArgumentException(
          "format: "
              + optionName
              + " (expected: one of "
              + List.of(values()).stream().map(Format::optionName).toList()
              + ")");
    }
  }

  /** Adds the sections of a text. */
  public void encode(String text, SequenceSections sections) {
    Matcher matcher = format.pattern.matcher(text);
    if (!matcher.matches()) {
      throw malformed();
    }
    switch (format) {
      case DECIMAL -> sections.add(unsigned(text));
      case HEX -> sections.add(Long.parseUnsignedLong(text, 16));
      case PG_LSN -> sections.add(hex(matcher, 1) << 32 | hex(matcher, 2));
      case MSSQL_LSN -> {
        sections.add(hex(matcher, 1) << 32 | hex(matcher, 2));
        sections.add(hex(matcher, 3));
      }
      case BINLOG_FILE -> sections.add(unsigned(matcher.group(1)));
      case ISO_TIMESTAMP -> sections.add(micros(text));
      case BIGQUERY -> {
        for (String section : text.split("/", -1)) {
          sections.add(Long.parseUnsignedLong(section, 16));
        }
      }
    }
  }

  private static long hex(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group), 16);
  }

  private long unsigned(String digits) {
    BigInteger value = new BigInteger(digits);
    if (value.bitLength() > Long.SIZE) {
      throw malformed();
    }
    return value.longValue();
  }

  private long micros(String text) {
    Instant instant;
    try {
      instant = OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw malformed();
    }
    if (instant.getEpochSecond() < 0) {
      throw PositionFault.of(
          field,
          "it lies before 1970, and sections are unsigned",
          "Use a field that holds the time of the change, or a counter");
    }
    return TimeUnit.SECONDS.toMicros(instant.getEpochSecond())
        + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
  }

  private RuntimeException malformed() {
    return PositionFault.of(
        field,
        "its format is " + format.optionName + ", and the text is not " + format.expected,
        "Declare the format that the source writes, one of "
            + List.of(Format.values()).stream().map(Format::optionName).toList());
  }
}
