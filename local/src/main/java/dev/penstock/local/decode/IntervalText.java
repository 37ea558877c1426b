package dev.penstock.local.decode;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The canonical text of an INTERVAL, its fraction in groups of three digits (WA-143). */
final class IntervalText {
  private static final Pattern TEXT =
      Pattern.compile(
          "([+-]?)(\\d{1,5})-(\\d{1,6}) ([+-]?\\d{1,7}) "
              + "([+-]?)(\\d{1,8}):(\\d{1,8}):(\\d{1,12})(?:\\.(\\d{1,9}))?");
  private static final Pattern DURATION =
      Pattern.compile(
          "([+-]?)P(?:([+-]?\\d{1,5})Y)?(?:([+-]?\\d{1,6})M)?(?:([+-]?\\d{1,7})D)?"
              + "(?:T(?:([+-]?\\d{1,8})H)?(?:([+-]?\\d{1,8})M)?"
              + "(?:([+-]?\\d{1,12}(?:\\.\\d{1,6})?)S)?)?");
  private static final long MAX_MONTHS = 10_000L * 12;
  private static final long MAX_DAYS = 3_660_000;
  private static final long MAX_MICROS = 87_840_000L * 3_600_000_000L;

  private IntervalText() {}

  /** Reads {@code [sign]Y-M [sign]D [sign]H:M:S[.F]}; empty for other texts. */
  static Optional<String> canonical(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    long months = 12 * number(parts, 2) + number(parts, 3);
    long fraction =
        parts.group(9) == null ? 0 : Long.parseLong((parts.group(9) + "000000").substring(0, 6));
    long seconds = 3600 * number(parts, 6) + 60 * number(parts, 7) + number(parts, 8);
    long micros = seconds * 1_000_000L + fraction;
    return of(sign(parts, 1) * months, Long.parseLong(parts.group(4)), sign(parts, 5) * micros);
  }

  /** Reads ISO 8601 such as {@code P1Y2M3DT4H5M6.5S}; empty for other texts (LD-034). */
  static Optional<String> ofDuration(String text) {
    Matcher parts = DURATION.matcher(text.strip());
    if (!parts.matches() || text.strip().length() < 3) {
      return Optional.empty();
    }
    long sign = sign(parts, 1);
    long months = 12 * part(parts, 2) + part(parts, 3);
    String seconds = parts.group(7) == null ? "0" : parts.group(7);
    long micros =
        (3600 * part(parts, 5) + 60 * part(parts, 6)) * 1_000_000L
            + new BigDecimal(seconds).movePointRight(6).longValueExact();
    return of(sign * months, sign * part(parts, 4), sign * micros);
  }

  private static long part(Matcher parts, int group) {
    return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
  }

  /** The text of a length; empty when a part is out of range. */
  static Optional<String> of(long months, long days, long micros) {
    if (Math.abs(months) > MAX_MONTHS
        || Math.abs(days) > MAX_DAYS
        || Math.abs(micros) > MAX_MICROS) {
      return Optional.empty();
    }
    long time = Math.abs(micros);
    long wholeSeconds = time / 1_000_000L;
    StringBuilder out = new StringBuilder();
    out.append(months < 0 ? "-" : "").append(Math.abs(months) / 12);
    out.append('-').append(Math.abs(months) % 12);
    out.append(' ').append(days).append(' ').append(micros < 0 ? "-" : "");
    out.append(wholeSeconds / 3600).append(':').append(wholeSeconds / 60 % 60);
    out.append(':').append(wholeSeconds % 60);
    long fraction = time % 1_000_000L;
    if (fraction != 0) {
      boolean isMillis = fraction % 1000 == 0;
      out.append(
          String.format(
              Locale.ROOT, isMillis ? ".%03d" : ".%06d", isMillis ? fraction / 1000 : fraction));
    }
    return Optional.of(out.toString());
  }

  private static int sign(Matcher parts, int group) {
    return parts.group(group).equals("-") ? -1 : 1;
  }

  private static long number(Matcher parts, int group) {
    return Long.parseLong(parts.group(group));
  }
}
