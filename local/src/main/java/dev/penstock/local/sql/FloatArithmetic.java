package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** FLOAT64 arithmetic, which fails where finite numbers give an infinite or no number. */
final class FloatArithmetic {
  /** A FLOAT64 has no digits beyond this place. */
  private static final int MAX_FRACTION_DIGITS = 1_100;

  private FloatArithmetic() {}

  static double add(double left, double right) {
    return checked(left + right, left, " + ", right);
  }

  static double subtract(double left, double right) {
    return checked(left - right, left, " - ", right);
  }

  static double multiply(double left, double right) {
    return checked(left * right, left, " * ", right);
  }

  static double divide(double left, double right) {
    if (right == 0) {
      throw new ArithmeticException("division by zero: " + NumberTexts.text(left) + " / 0");
    }
    return checked(left / right, left, " / ", right);
  }

  static double power(double base, double exponent) {
    double result = Math.pow(base, exponent);
    if (Double.isFinite(result) || !Double.isFinite(base) || !Double.isFinite(exponent)) {
      // Unlike Java, 1 to any power and -1 to an infinite one are 1 (C99 pow).
      return base == 1 || (base == -1 && Double.isInfinite(exponent)) ? 1 : result;
    }
    throw new ArithmeticException(
        "Floating point error in function: POW("
            + NumberTexts.text(base)
            + ", "
            + NumberTexts.text(exponent)
            + ")");
  }

  static double exp(double exponent) {
    double result = Math.exp(exponent);
    if (Double.isFinite(result) || !Double.isFinite(exponent)) {
      return result;
    }
    throw new ArithmeticException(
        "Floating point error in function: EXP(" + NumberTexts.text(exponent) + ")");
  }

  /** Rounds the exact decimal value of a number, half away from zero. */
  static double round(double value, double digits) {
    if (!Double.isFinite(value) || Double.isNaN(digits) || digits > MAX_FRACTION_DIGITS) {
      return value;
    }
    int scale = (int) Math.max(digits, -MAX_FRACTION_DIGITS);
    double result = new BigDecimal(value).setScale(scale, RoundingMode.HALF_UP).doubleValue();
    if (Double.isInfinite(result)) {
      throw new ArithmeticException(
          "Floating point overflow in function: ROUND(" + NumberTexts.text(value) + ")");
    }
    return Math.copySign(result, value);
  }

  /** Cuts digits off the exact decimal value of a number. */
  static double truncate(double value, double digits) {
    if (!Double.isFinite(value) || Double.isNaN(digits) || digits > MAX_FRACTION_DIGITS) {
      return value;
    }
    int scale = (int) Math.max(digits, -MAX_FRACTION_DIGITS);
    double result = new BigDecimal(value).setScale(scale, RoundingMode.DOWN).doubleValue();
    return Math.copySign(result, value);
  }

  /** The result of a function of a number, which is finite when the number is. */
  static double finite(double value, double result) {
    if (Double.isFinite(result) || !Double.isFinite(value)) {
      return result;
    }
    throw new ArithmeticException("Floating point error in function of " + NumberTexts.text(value));
  }

  private static double checked(double result, double left, String operator, double right) {
    if (Double.isFinite(result) || !Double.isFinite(left) || !Double.isFinite(right)) {
      return result;
    }
    throw new ArithmeticException(
        "double overflow: " + NumberTexts.text(left) + operator + NumberTexts.text(right));
  }
}
