package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Arithmetic of NUMERIC and BIGNUMERIC: the scale of the type after each operation, rounded half
 * away from zero, and an error outside the type's range. A BIGNUMERIC is plain text in DuckDB.
 */
final class BigNumerics {
  static final int NUMERIC_SCALE = 9;
  static final int BIGNUMERIC_SCALE = 38;

  private static final BigInteger NUMERIC_LIMIT = BigInteger.TEN.pow(38);
  private static final BigInteger BIGNUMERIC_LIMIT = BigInteger.TWO.pow(255);
  private static final int KEY_DIGITS = 78;

  private BigNumerics() {}

  /** The canonical text of a BIGNUMERIC. */
  static String text(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /** A value as BIGNUMERIC text. */
  static String bigNumeric(BigDecimal value) {
    BigDecimal rounded = value.setScale(BIGNUMERIC_SCALE, RoundingMode.HALF_UP);
    BigInteger unscaled = rounded.unscaledValue();
    if (unscaled.bitLength() > 255 && !unscaled.equals(BIGNUMERIC_LIMIT.negate())) {
      throw new ArithmeticException("BIGNUMERIC overflow: " + text(value));
    }
    return text(rounded);
  }

  /** A value as NUMERIC. */
  static BigDecimal numeric(BigDecimal value) {
    BigDecimal rounded = value.setScale(NUMERIC_SCALE, RoundingMode.HALF_UP);
    if (rounded.unscaledValue().abs().compareTo(NUMERIC_LIMIT) >= 0) {
      throw new ArithmeticException("numeric overflow: " + text(value));
    }
    return rounded;
  }

  /** A value rounded to the scale of a parameterised type and checked against its precision. */
  static String fit(BigDecimal value, int precision, int scale, String typeName) {
    BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
    if (rounded.precision() > precision && rounded.signum() != 0) {
      throw new ArithmeticException(typeName + " overflow: " + text(value));
    }
    return text(rounded);
  }

  /** A quotient with the given scale. */
  static BigDecimal divide(BigDecimal dividend, BigDecimal divisor, int scale) {
    if (divisor.signum() == 0) {
      throw new ArithmeticException("division by zero: " + text(dividend) + " / 0");
    }
    return dividend.divide(divisor, scale, RoundingMode.HALF_UP);
  }

  /** The sum of comma-separated BIGNUMERIC texts. */
  static String sum(String texts) {
    BigDecimal total = BigDecimal.ZERO;
    for (String text : texts.split(",", -1)) {
      total = total.add(new BigDecimal(text));
    }
    return bigNumeric(total);
  }

  /** The average of comma-separated BIGNUMERIC texts. */
  static String average(String texts) {
    String[] parts = texts.split(",", -1);
    return bigNumeric(
        divide(new BigDecimal(sum(texts)), BigDecimal.valueOf(parts.length), BIGNUMERIC_SCALE));
  }

  /** Text that sorts as the BIGNUMERIC does: the value shifted into the positive numbers. */
  static String sortKey(String text) {
    BigInteger shifted =
        new BigDecimal(text)
            .setScale(BIGNUMERIC_SCALE, RoundingMode.UNNECESSARY)
            .unscaledValue()
            .add(BIGNUMERIC_LIMIT);
    String digits = shifted.toString();
    return "0".repeat(KEY_DIGITS - digits.length()) + digits;
  }
}
