package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code max_staleness} option of a table, kept as INFORMATION_SCHEMA shows it (CDC-043). */
final class MaxStaleness {
  private static final Pattern INTERVAL =
      Pattern.compile("(\\d+)-(\\d+) (\\d+) (\\d+):(\\d+):(\\d+)(?:\\.\\d+)?");

  private MaxStaleness() {}

  /** Zero when it was never set: every read sees every change (CDC-037). */
  static Duration of(TableMetadata table) {
    String text = table.options().get("max_staleness");
    Matcher parts = INTERVAL.matcher(text == null ? "" : text);
    if (!parts.matches()) {
      return Duration.ZERO;
    }
    long months = 12 * number(parts, 1) + number(parts, 2);
    return Duration.ofDays(30 * months + number(parts, 3))
        .plusHours(number(parts, 4))
        .plusMinutes(number(parts, 5))
        .plusSeconds(number(parts, 6));
  }

  private static long number(Matcher parts, int group) {
    return Long.parseLong(parts.group(group));
  }
}
