package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Functions of exact decimal numbers, before their result is rounded to its type. */
final class DecimalMath {
  private static final MathContext WIDE = new MathContext(130, RoundingMode.HALF_EVEN);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal TINY = BigDecimal.ONE.movePointLeft(WIDE.getPrecision());

  /** Powers of ten beyond this are in no type. */
  private static final int MAX_DIGITS = 100;

  private static final int HALVINGS = 16;
  private static final BigDecimal LN_10 = lnNearOne(BigDecimal.TEN);

  private DecimalMath() {}

  static BigDecimal sqrt(BigDecimal value) {
    require(value.signum() >= 0, "SQRT", value);
    return value.sqrt(WIDE);
  }

  static BigDecimal exp(BigDecimal value) {
    double decimals = value.doubleValue() * Math.log10(Math.E);
    require(decimals < MAX_DIGITS, "EXP", value);
    if (decimals < -MAX_DIGITS) {
      return BigDecimal.ZERO;
    }
    BigDecimal small = value.divide(TWO.pow(HALVINGS), WIDE);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; term.abs().compareTo(TINY) > 0; i++) {
      term = term.multiply(small, WIDE).divide(BigDecimal.valueOf(i), WIDE);
      sum = sum.add(term, WIDE);
    }
    return sum.pow(1 << HALVINGS, WIDE);
  }

  static BigDecimal ln(BigDecimal value) {
    require(value.signum() > 0, "LN", value);
    int exponent = value.precision() - value.scale() - 1;
    BigDecimal mantissa = lnNearOne(value.movePointLeft(exponent));
    return exponent == 0
        ? mantissa
        : mantissa.add(LN_10.multiply(BigDecimal.valueOf(exponent)), WIDE);
  }

  /** The logarithm of a number from 1 to 10. */
  private static BigDecimal lnNearOne(BigDecimal value) {
    BigDecimal guess = new BigDecimal(Math.log(value.doubleValue()));
    for (int i = 0; i < 3; i++) {
      // Halley's method: each step triples the digits that are right.
      BigDecimal power = exp(guess);
      guess = guess.add(TWO.multiply(value.subtract(power)).divide(value.add(power), WIDE), WIDE);
    }
    return guess;
  }

  static BigDecimal log10(BigDecimal value) {
    require(value.signum() > 0, "LOG10", value);
    return ln(value).divide(LN_10, WIDE);
  }

  static BigDecimal log(BigDecimal value, BigDecimal base) {
    require(value.signum() > 0, "LOG", value);
    require(base.signum() > 0 && base.compareTo(BigDecimal.ONE) != 0, "LOG", base);
    return ln(value).divide(ln(base), WIDE);
  }

  static BigDecimal pow(BigDecimal base, BigDecimal exponent) {
    if (exponent.signum() == 0) {
      return BigDecimal.ONE;
    }
    if (base.signum() == 0) {
      require(exponent.signum() > 0, "POW", base);
      return BigDecimal.ZERO;
    }
    boolean whole = exponent.stripTrailingZeros().scale() <= 0;
    require(base.signum() > 0 || whole, "POW", base);
    BigDecimal magnitude = exp(ln(base.abs()).multiply(exponent, WIDE));
    boolean odd = whole && exponent.toBigInteger().testBit(0);
    return base.signum() < 0 && odd ? magnitude.negate() : magnitude;
  }

  /** Rounds to a number of digits after the point, which may be negative or beyond any type. */
  static BigDecimal round(BigDecimal value, long digits, RoundingMode mode) {
    int scale = (int) Math.max(-MAX_DIGITS, Math.min(MAX_DIGITS, digits));
    return scale >= value.scale() ? value : value.setScale(scale, mode);
  }

  private static void require(boolean condition, String function, BigDecimal value) {
    if (!condition) {
      throw new ArithmeticException(
          "numeric error in function: " + function + "(" + BigNumerics.text(value) + ")");
    }
  }
}
