package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import dev.penstock.local.catalog.Field;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** DATE, TIME, DATETIME and TIMESTAMP values (WA-128 to WA-134). Immutable. */
final class Temporals {
  private static final String DATE = "(\\d{4})-(\\d{1,2})-(\\d{1,2})";
  private static final String TIME = "(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?";
  private static final Pattern DATE_TEXT = Pattern.compile(DATE);
  private static final Pattern TIME_TEXT = Pattern.compile(TIME);
  private static final Pattern DATETIME_TEXT = Pattern.compile(DATE + "(?:[ Tt]" + TIME + ")?");
  private static final Pattern TIMESTAMP_TEXT =
      Pattern.compile(
          DATE + "(?:[ Tt]" + TIME + ")? ?([Zz]|[+-]\\d{1,2}(?::?\\d{2})?|[A-Za-z][A-Za-z_/+-]+)?");
  private static final long MIN_DAYS = -719_162;
  private static final long MAX_DAYS = 2_932_896;
  private static final long MIN_MICROS = -62_135_596_800_000_000L;
  private static final long MAX_MICROS = 253_402_300_799_999_999L;

  private final Field field;

  Temporals(Field field) {
    this.field = field;
  }

  Object dateOfDays(Object raw) throws RowFaultException {
    long days = (Long) raw;
    if (days < MIN_DAYS || days > MAX_DAYS) {
      throw outOfRange("Date", days);
    }
    return LocalDate.ofEpochDay(days);
  }

  Object dateOfText(Object raw) throws RowFaultException {
    Matcher parts = match(DATE_TEXT, raw);
    return checked(() -> date(parts));
  }

  Object timeOfText(Object raw) throws RowFaultException {
    Matcher parts = match(TIME_TEXT, raw);
    return checked(() -> time(parts, 1));
  }

  Object datetimeOfText(Object raw) throws RowFaultException {
    Matcher parts = match(DATETIME_TEXT, raw);
    return checked(() -> LocalDateTime.of(date(parts), time(parts, 4)));
  }

  Object timestampOfText(Object raw) throws RowFaultException {
    Matcher parts = match(TIMESTAMP_TEXT, raw);
    return checked(
        () ->
            LocalDateTime.of(date(parts), time(parts, 4)).atZone(zone(parts.group(8))).toInstant());
  }

  /** Packed civil time (WA-130). */
  Object timeOfPacked(Object raw) throws RowFaultException {
    long packed = (Long) raw;
    return checked(() -> packedTime(packed));
  }

  /** Packed civil date and time (WA-131). */
  Object datetimeOfPacked(Object raw) throws RowFaultException {
    long packed = (Long) raw;
    return checked(
        () -> {
          long date = packed >> 37;
          LocalDate day =
              LocalDate.of((int) (date >> 9), (int) ((date >> 5) & 0xF), (int) (date & 0x1F));
          if (day.getYear() < 1 || day.getYear() > 9999) {
            throw new DateTimeException("year");
          }
          return LocalDateTime.of(day, packedTime(packed & ((1L << 37) - 1)));
        });
  }

  private static LocalTime packedTime(long packed) {
    long micros = packed & ((1 << 20) - 1);
    long time = packed >> 20;
    if (micros >= 1_000_000 || time >> 17 != 0) {
      throw new DateTimeException("micros");
    }
    return LocalTime.of(
        (int) (time >> 12), (int) ((time >> 6) & 0x3F), (int) (time & 0x3F), (int) micros * 1000);
  }

  Object timestampOfMicros(Object raw) throws RowFaultException {
    long micros = (Long) raw;
    if (micros < MIN_MICROS || micros > MAX_MICROS) {
      throw outOfRange("Timestamp", micros);
    }
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
  }

  Object timestampOfMessage(Object raw) throws RowFaultException {
    Timestamp timestamp;
    try {
      timestamp = Timestamp.parseFrom((ByteString) raw);
    } catch (InvalidProtocolBufferException e) {
      throw new RowFaultException("Invalid timestamp on field " + field.name() + ".");
    }
    long seconds = timestamp.getSeconds();
    if (seconds < MIN_MICROS / 1_000_000 || seconds > MAX_MICROS / 1_000_000) {
      throw outOfRange("Timestamp", seconds);
    }
    return timestampOfMicros(seconds * 1_000_000 + Math.floorDiv(timestamp.getNanos(), 1000));
  }

  private static LocalDate date(Matcher parts) {
    LocalDate date = LocalDate.of(number(parts, 1), number(parts, 2), number(parts, 3));
    if (date.getYear() < 1) {
      throw new DateTimeException("year");
    }
    return date;
  }

  private static LocalTime time(Matcher parts, int first) {
    if (parts.group(first) == null) {
      return LocalTime.MIDNIGHT;
    }
    String fraction = parts.group(first + 3);
    int micros = fraction == null ? 0 : Integer.parseInt((fraction + "000000").substring(0, 6));
    return LocalTime.of(
        number(parts, first), number(parts, first + 1), number(parts, first + 2), micros * 1000);
  }

  private static ZoneId zone(@Nullable String text) {
    if (text == null) {
      return ZoneOffset.UTC;
    }
    if (text.toUpperCase(Locale.ROOT).equals("Z")) {
      return ZoneOffset.UTC;
    }
    if (text.startsWith("+") || text.startsWith("-")) {
      String digits = text.substring(1).replace(":", "");
      int hours =
          Integer.parseInt(
              digits.length() <= 2 ? digits : digits.substring(0, digits.length() - 2));
      int minutes =
          digits.length() <= 2 ? 0 : Integer.parseInt(digits.substring(digits.length() - 2));
      int sign = text.startsWith("-") ? -1 : 1;
      return ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
    }
    return ZoneId.of(text);
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }

  private Matcher match(Pattern pattern, Object raw) throws RowFaultException {
    Matcher matcher = pattern.matcher(((String) raw).strip());
    if (!matcher.matches()) {
      throw invalid();
    }
    return matcher;
  }

  private interface Parse {
    Object run();
  }

  private Object checked(Parse parse) throws RowFaultException {
    try {
      return parse.run();
    } catch (DateTimeException e) {
      throw invalid();
    }
  }

  private RowFaultException invalid() {
    return new RowFaultException(
        "Invalid " + field.type() + " value on field " + field.name() + ".");
  }

  private RowFaultException outOfRange(String type, long value) {
    return new RowFaultException(
        type + " field value is out of range: " + value + " on field " + field.name() + ".");
  }
}
