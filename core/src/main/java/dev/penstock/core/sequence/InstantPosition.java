package dev.penstock.core.sequence;

import java.util.concurrent.TimeUnit;

/**
 * Source positions that are points in time, as microseconds since 1970-01-01T00:00:00Z, or days
 * since 1970-01-01. One section. Points before 1970 are refused. Immutable.
 *
 * @param field the sequence field, as the user named it
 */
public record InstantPosition(String field) {

  /** Adds an instant; digits finer than a microsecond are cut off. */
  public void encode(long value, TimeUnit unit, SequenceSections sections) {
    requireNotNegative(value);
    long micros = unit.toMicros(value);
    if (micros == Long.MAX_VALUE) {
      throw PositionFault.of(
          field,
          "it lies too far ahead for microseconds of 64 bits",
          "Correct the clock or the special value at the source");
    }
    sections.add(micros);
  }

  /** Adds a date. */
  public void encodeDays(long days, SequenceSections sections) {
    requireNotNegative(days);
    sections.add(days);
  }

  private void requireNotNegative(long value) {
    if (value < 0) {
      throw PositionFault.of(
          field,
          "it lies before 1970, and sections are unsigned",
          "Use a field that holds the time of the change, or a counter");
    }
  }
}
