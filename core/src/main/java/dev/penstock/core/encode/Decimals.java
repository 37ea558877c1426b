package dev.penstock.core.encode;

/** What both wire forms of NUMERIC and BIGNUMERIC rest on. Immutable. */
final class Decimals {
  /** Every number of so many digits is a long. */
  static final int MAX_LONG_DIGITS = 18;

  private static final long[] POWERS_OF_TEN = powersOfTen();

  private Decimals() {}

  private static long[] powersOfTen() {
    long[] powers = new long[MAX_LONG_DIGITS + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = 10 * powers[i - 1];
    }
    return powers;
  }

  /** Ten to the power of 0 to 18. */
  static long powerOfTen(int exponent) {
    return POWERS_OF_TEN[exponent];
  }

  /** The bytes of a number in two's complement without needless sign bytes. */
  static int signedBytes(long value) {
    return (Long.SIZE + 8 - Long.numberOfLeadingZeros(value < 0 ? ~value : value)) / 8;
  }
}
