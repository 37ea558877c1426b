package dev.penstock.core.sequence;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Source positions that are whole numbers: counters, versions, log positions. One section. By
 * default from 0 to 2^64-1; with {@code signed} from -2^63 to 2^63-1, with the top bit flipped so
 * that the unsigned order of the service is the signed order of the source.
 *
 * <p>Each method returns null when the section is added, else what is wrong: the end of a sentence
 * about the field, without the value. Immutable.
 *
 * @param signed whether negative numbers are allowed; fixed for the life of a table, because it
 *     moves every number
 */
public record NumberPosition(boolean signed) {
  private static final int MAX_INTEGER_DIGITS = 20;

  /** Adds a whole number. */
  public @Nullable String encode(long value, SequenceSections sections) {
    if (signed) {
      sections.add(value ^ Long.MIN_VALUE);
      return null;
    }
    if (value < 0) {
      return "is negative (expected: 0 or more, because sections are unsigned and a negative number"
          + " would outrank all others). Declare the field signed for all rows of the table, or use"
          + " another field";
    }
    sections.add(value);
    return null;
  }

  /** Adds a decimal number whose fraction digits, if any, are zeros. */
  public @Nullable String encode(BigDecimal value, SequenceSections sections) {
    if (value.signum() == 0) {
      return encode(0, sections);
    }
    // Before anything is computed: an exponent may stand for more digits than memory holds.
    if ((long) value.precision() - value.scale() > MAX_INTEGER_DIGITS) {
      return outOfRange();
    }
    BigDecimal whole = value.scale() > 0 ? value.stripTrailingZeros() : value;
    if (whole.scale() > 0) {
      return "has fraction digits (expected: a whole number). Scale it at the source, or use another"
          + " field";
    }
    BigInteger integer = whole.toBigInteger();
    if (integer.bitLength() < Long.SIZE) {
      return encode(integer.longValue(), sections);
    }
    if (integer.signum() < 0 || signed || integer.bitLength() > Long.SIZE) {
      return outOfRange();
    }
    sections.add(integer.longValue());
    return null;
  }

  private String outOfRange() {
    return "is out of range (expected: "
        + (signed ? "-2^63..2^63-1" : "0..2^64-1")
        + "). Use a field of 64 bits, or two fields";
  }
}
