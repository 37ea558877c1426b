package dev.penstock.core.sequence;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Source positions that are whole numbers: counters, versions, log positions. One section. By
 * default from 0 to 2^64-1; with {@code signed} from -2^63 to 2^63-1, with the top bit flipped so
 * that the unsigned order of the service is the signed order of the source. Immutable.
 *
 * @param field the sequence field, as the user named it
 * @param signed whether negative numbers are allowed; fixed for the life of a table, because it
 *     moves every number
 */
public record NumberPosition(String field, boolean signed) {
  private static final int MAX_INTEGER_DIGITS = 20;

  /** Adds a whole number. */
  public void encode(long value, SequenceSections sections) {
    if (signed) {
      sections.add(value ^ Long.MIN_VALUE);
      return;
    }
    if (value < 0) {
      throw PositionFault.of(
          field,
          "it is negative, and sections are unsigned",
          "Use a field that starts at 0 or above, or declare the field signed before the table"
              + " takes its first row");
    }
    sections.add(value);
  }

  /** Adds a whole number whose 64 bits are read as unsigned. */
  public void encodeUnsigned(long value, SequenceSections sections) {
    if (signed && value < 0) {
      throw tooLarge();
    }
    encodeChecked(value, sections);
  }

  private void encodeChecked(long value, SequenceSections sections) {
    sections.add(signed ? value ^ Long.MIN_VALUE : value);
  }

  /** Adds a decimal number whose fraction digits, if any, are zeros. */
  public void encode(BigDecimal value, SequenceSections sections) {
    if (value.signum() == 0) {
      encodeChecked(0, sections);
      return;
    }
    if ((long) value.precision() - value.scale() > MAX_INTEGER_DIGITS) {
      throw tooLarge();
    }
    BigDecimal whole = value.scale() > 0 ? value.stripTrailingZeros() : value;
    if (whole.scale() > 0) {
      throw PositionFault.of(
          field,
          "it has fraction digits",
          "Use a whole number, or scale it at the source so that no digit is behind the point");
    }
    encode(whole.toBigInteger(), sections);
  }

  private void encode(BigInteger value, SequenceSections sections) {
    if (value.bitLength() < Long.SIZE) {
      encode(value.longValue(), sections);
    } else if (value.signum() < 0 || signed || value.bitLength() > Long.SIZE) {
      throw tooLarge();
    } else {
      sections.add(value.longValue());
    }
  }

  private RuntimeException tooLarge() {
    return PositionFault.of(
        field,
        "it does not lie in " + (signed ? "-2^63..2^63-1" : "0..2^64-1"),
        "Use a field of 64 bits, or two fields");
  }
}
