package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers laid out as C's {@code %f}, {@code %e} and {@code %g} do. */
final class DecimalLayout {
  private static final int LEAST_PLAIN_EXPONENT = -4;

  private DecimalLayout() {}

  /**
   * The text of a number that is not negative.
   *
   * @param kind f, e or g
   * @param alternate whether the point and the zeros at the end stay
   */
  static String write(BigDecimal value, char kind, int precision, boolean alternate) {
    return switch (kind) {
      case 'f' ->
          point(value.setScale(precision, RoundingMode.HALF_EVEN).toPlainString(), alternate);
      case 'e' -> scientific(value, precision, alternate);
      default -> general(value, Math.max(1, precision), alternate);
    };
  }

  private static String scientific(BigDecimal value, int precision, boolean alternate) {
    BigDecimal rounded =
        value.signum() == 0
            ? value
            : value.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    int exponent = exponent(rounded);
    String digits = rounded.unscaledValue().toString();
    digits = digits + "0".repeat(Math.max(0, precision + 1 - digits.length()));
    String fraction = digits.substring(1, precision + 1);
    String mantissa = digits.charAt(0) + (fraction.isEmpty() ? "" : "." + fraction);
    return point(mantissa, alternate) + "e" + exponentText(exponent);
  }

  private static String general(BigDecimal value, int precision, boolean alternate) {
    BigDecimal rounded =
        value.signum() == 0
            ? value
            : value.round(new MathContext(precision, RoundingMode.HALF_EVEN));
    int exponent = exponent(rounded);
    if (exponent >= LEAST_PLAIN_EXPONENT && exponent < precision) {
      String plain =
          rounded.setScale(precision - 1 - exponent, RoundingMode.HALF_EVEN).toPlainString();
      return alternate ? point(plain, true) : shortened(plain);
    }
    String text = scientific(rounded, precision - 1, alternate);
    int e = text.indexOf('e');
    return alternate ? text : shortened(text.substring(0, e)) + text.substring(e);
  }

  private static int exponent(BigDecimal value) {
    return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
  }

  private static String exponentText(int exponent) {
    int magnitude = Math.abs(exponent);
    return (exponent < 0 ? "-" : "+") + (magnitude < 10 ? "0" : "") + magnitude;
  }

  private static String point(String text, boolean alternate) {
    return alternate && text.indexOf('.') < 0 ? text + "." : text;
  }

  private static String shortened(String text) {
    return text.indexOf('.') < 0 ? text : text.replaceFirst("\\.?0+$", "");
  }
}
