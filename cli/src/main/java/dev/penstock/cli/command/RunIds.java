package dev.penstock.cli.command;

import dev.penstock.cli.report.CommandException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** Names of runs. Immutable. */
final class RunIds {
  private static final String RULE = "[a-z0-9_]{1,40}";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RunIds() {}

  /** A name that no other run has: when it began, and a random number. */
  static String fresh() {
    int random = ThreadLocalRandom.current().nextInt(0x1000000);
    return TIME.format(Instant.now()) + String.format(Locale.ROOT, "_%06x", random);
  }

  static String parse(String option, String text) {
    if (!text.matches(RULE)) {
      throw CommandException.badArgument(
          option + ": " + text + " (expected: lower case letters, digits and underscores, 1..40)");
    }
    return text;
  }
}
