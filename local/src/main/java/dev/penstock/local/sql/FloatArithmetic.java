package dev.penstock.local.sql;

/** FLOAT64 arithmetic, which fails where finite numbers give an infinite or no number. */
final class FloatArithmetic {
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
      // Unlike Java, 1 to any power is 1 (C99 pow).
      return base == 1 ? 1 : result;
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

  private static double checked(double result, double left, String operator, double right) {
    if (Double.isFinite(result) || !Double.isFinite(left) || !Double.isFinite(right)) {
      return result;
    }
    throw new ArithmeticException(
        "double overflow: " + NumberTexts.text(left) + operator + NumberTexts.text(right));
  }
}
