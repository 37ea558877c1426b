package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader.DecimalSink;
import java.math.BigDecimal;

/**
 * The binary form of {@code numeric}: how many digits to the base of 10000, the weight of the first
 * one, the sign, how many decimal fraction digits, then the digits.
 */
final class PostgresNumeric {
  private static final int HEADER_BYTES = 8;
  private static final int NEGATIVE = 0x4000;
  private static final int POSITIVE = 0;
  private static final int BASE = 10_000;
  private static final int DECIMALS = 4;

  /** So many decimal digits fit a long. */
  private static final int LONG_DECIMALS = 18;

  private static final int MAX_LONG_DIGITS = LONG_DECIMALS / DECIMALS;

  private static final long[] POWERS = new long[LONG_DECIMALS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i <= LONG_DECIMALS; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private PostgresNumeric() {}

  /** Hands on the number with as many fraction digits as it is shown with. */
  static void decimal(byte[] array, int at, int length, String path, DecimalSink sink) {
    int count = length < HEADER_BYTES ? -1 : BigEndian.int16(array, at);
    if (count < 0 || length != HEADER_BYTES + 2 * count) {
      throw new RowFaultException(
          path, "Column '" + path + "' is no numeric. Cast it to text in a query.");
    }
    int weight = BigEndian.int16(array, at + 2);
    int sign = BigEndian.int16(array, at + 4) & 0xFFFF;
    int scale = BigEndian.int16(array, at + 6) & 0xFFFF;
    if (sign != POSITIVE && sign != NEGATIVE) {
      throw new RowFaultException(
          path,
          "Column '"
              + path
              + "' is NaN or infinite, and no NUMERIC is. Correct it at the source, or select NULL"
              + " or a cast to float8 for it in a query.");
    }
    int digits = at + HEADER_BYTES;
    int fractionDigits = count - weight - 1;
    boolean negative = sign == NEGATIVE;
    boolean fitsLong = count <= MAX_LONG_DIGITS && fractionDigits >= 0 && fractionDigits <= count;
    if (fitsLong) {
      long value = value(array, digits, count);
      small(negative ? -value : value, count, DECIMALS * fractionDigits, scale, sink);
    } else {
      BigDecimal number = large(array, digits, count, DECIMALS * fractionDigits).setScale(scale);
      sink.decimal(negative ? number.negate() : number);
    }
  }

  private static long value(byte[] array, int digits, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value = BASE * value + BigEndian.int16(array, digits + 2 * i);
    }
    return value;
  }

  /** Without objects, where all its digits fit a long. */
  private static void small(long value, int count, int stored, int scale, DecimalSink sink) {
    int surplus = stored - scale;
    if (surplus >= 0) {
      // The digits beyond the scale are zeros.
      sink.decimal(value / POWERS[surplus], scale);
    } else if (-surplus <= LONG_DECIMALS - DECIMALS * count) {
      sink.decimal(value * POWERS[-surplus], scale);
    } else {
      sink.decimal(BigDecimal.valueOf(value, stored).setScale(scale));
    }
  }

  private static BigDecimal large(byte[] array, int digits, int count, int stored) {
    if (count == 0) {
      return BigDecimal.ZERO;
    }
    char[] text = new char[DECIMALS * count];
    for (int i = 0; i < count; i++) {
      int digit = BigEndian.int16(array, digits + 2 * i);
      for (int j = DECIMALS - 1; j >= 0; j--) {
        text[DECIMALS * i + j] = (char) ('0' + digit % 10);
        digit /= 10;
      }
    }
    return new BigDecimal(text).scaleByPowerOfTen(-stored);
  }
}
