package dev.penstock.core.sequence;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Source positions that are points in time: microseconds since 1970-01-01T00:00:00Z, in one
 * section. Immutable.
 *
 * @param unit the unit of the source; digits finer than a microsecond are cut off
 */
public record InstantPosition(TimeUnit unit) {
  static final String BEFORE_1970 =
      "lies before 1970 (expected: later, because sections are unsigned). Use the time of the"
          + " change, or a counter";

  /**
   * Adds an instant.
   *
   * @return null when the section is added, else what is wrong: the end of a sentence about the
   *     field, without the value
   */
  public @Nullable String encode(long value, SequenceSections sections) {
    if (value < 0) {
      return BEFORE_1970;
    }
    long micros = unit.toMicros(value);
    if (micros == Long.MAX_VALUE) {
      return "lies beyond what microseconds of 64 bits can hold. Correct the special value at the"
          + " source";
    }
    sections.add(micros);
    return null;
  }
}
