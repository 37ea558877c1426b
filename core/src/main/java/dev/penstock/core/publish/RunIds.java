package dev.penstock.core.publish;

import dev.penstock.core.time.Time;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** Names of runs that tell when they began: {@code r20261130_024652_7f3a9c}. Immutable. */
public final class RunIds {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RunIds() {}

  /** A new name. */
  public static String next(Time time) {
    return "r"
        + FORM.format(Instant.ofEpochMilli(time.currentMillis()))
        + String.format(Locale.ROOT, "_%06x", ThreadLocalRandom.current().nextInt(1 << 24));
  }
}
