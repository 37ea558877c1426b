package dev.penstock.core.table;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text of an INTERVAL, for example {@code 0-0 0 0:10:0.5} (CDC-043). */
final class IntervalText {
  private static final Pattern FORM =
      Pattern.compile("(\\d+)-(\\d+) (\\d+) (\\d+):(\\d+):(\\d+)(?:\\.(\\d{1,9}))?");

  private IntervalText() {}

  /** The length; empty when the text is none, or counts months, which have no fixed length. */
  static Optional<Duration> parse(@Nullable String text) {
    Matcher matcher = FORM.matcher(text == null ? "" : text.trim());
    if (!matcher.matches() || part(matcher, 1) != 0 || part(matcher, 2) != 0) {
      return Optional.empty();
    }
    String fraction = matcher.group(7) == null ? "" : matcher.group(7);
    return Optional.of(
        Duration.ofDays(part(matcher, 3))
            .plusHours(part(matcher, 4))
            .plusMinutes(part(matcher, 5))
            .plusSeconds(part(matcher, 6))
            .plusNanos(Long.parseLong(fraction + "0".repeat(9 - fraction.length()))));
  }

  private static long part(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }
}
