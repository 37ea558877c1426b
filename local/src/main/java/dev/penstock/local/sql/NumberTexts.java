package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads and writes numbers as CAST to and from STRING does. */
final class NumberTexts {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern FORMATTED =
      Pattern.compile("(?:\\d[\\d,]*(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");
  private static final Pattern HEX = Pattern.compile("([+-]?)0[xX]([0-9a-fA-F]+)");
  private static final Pattern HEX_FLOAT =
      Pattern.compile(
          "[+-]?0[xX](?:[0-9a-fA-F]+(?:\\.[0-9a-fA-F]*)?|\\.[0-9a-fA-F]+)([pP][+-]?\\d+)?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
  private static final int SHORT_DIGITS = 15;
  private static final int ROUND_TRIP_DIGITS = 17;
  private static final int MAX_EXPONENT = 1_000;

  private NumberTexts() {}

  /** Reads an INT64, decimal or hexadecimal. */
  static long parseInt64(String text) {
    String trimmed = text.strip();
    var hex = HEX.matcher(trimmed);
    try {
      if (hex.matches()) {
        BigInteger magnitude = new BigInteger(hex.group(2), 16);
        return ("-".equals(hex.group(1)) ? magnitude.negate() : magnitude).longValueExact();
      }
      if (INTEGER.matcher(trimmed).matches()) {
        return new BigInteger(trimmed).longValueExact();
      }
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("int64 out of range: " + text, e);
    }
    throw new IllegalArgumentException("Bad int64 value: " + text);
  }

  /** Reads a FLOAT64. */
  static double parseFloat64(String text) {
    String trimmed = text.strip();
    if (DECIMAL.matcher(trimmed).matches()) {
      return Double.parseDouble(trimmed);
    }
    var hex = HEX_FLOAT.matcher(trimmed);
    if (hex.matches()) {
      // Java wants the exponent.
      return Double.parseDouble(hex.group(1) == null ? trimmed + "p0" : trimmed);
    }
    return switch (trimmed.toLowerCase(Locale.ROOT)) {
      case "nan", "+nan", "-nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new IllegalArgumentException("Bad double value: " + text);
    };
  }

  /** Reads a BOOL. */
  static boolean parseBool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("Bad bool value: " + text);
    };
  }

  /** Reads a NUMERIC or BIGNUMERIC before rounding. */
  static BigDecimal parseDecimal(String text, String typeName) {
    String trimmed = text.strip();
    if (!DECIMAL.matcher(trimmed).matches()) {
      throw new IllegalArgumentException("Invalid " + typeName + " value: " + text);
    }
    BigDecimal value = new BigDecimal(trimmed);
    // Rounding 1e999999999 to a scale would build the number in full.
    if (Math.abs((long) value.precision() - value.scale()) > MAX_EXPONENT) {
      if (value.scale() > 0 || value.signum() == 0) {
        return BigDecimal.ZERO;
      }
      throw new IllegalArgumentException("Invalid " + typeName + " value: " + text);
    }
    return value;
  }

  /** Reads a number as PARSE_NUMERIC does: a sign at either end, commas between digits. */
  static String parseFormatted(String text, String typeName) {
    String plain = text.strip();
    boolean signed = plain.startsWith("+") || plain.startsWith("-");
    String sign = signed ? plain.substring(0, 1) : "";
    plain = plain.substring(sign.length()).strip();
    if (!signed && (plain.endsWith("+") || plain.endsWith("-"))) {
      sign = plain.substring(plain.length() - 1);
      plain = plain.substring(0, plain.length() - 1).strip();
    }
    if (!FORMATTED.matcher(plain).matches()) {
      throw new IllegalArgumentException("Invalid input to PARSE_" + typeName + ": " + text);
    }
    BigDecimal value = parseDecimal(sign + plain.replace(",", ""), typeName);
    return typeName.equals("NUMERIC")
        ? BigNumerics.numeric(value).toPlainString()
        : BigNumerics.bigNumeric(value);
  }

  /** Reads a finite FLOAT64 as the decimal number it is. */
  static BigDecimal decimal(double value, String typeName) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "Illegal conversion of non-finite floating point number to "
              + typeName
              + ": "
              + text(value));
    }
    return new BigDecimal(value);
  }

  /** Writes a FLOAT64: 15 digits when they read back as the same number, else 17. */
  static String text(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal rounded = exact.round(new MathContext(SHORT_DIGITS, RoundingMode.HALF_EVEN));
    int digits = SHORT_DIGITS;
    if (rounded.doubleValue() != value) {
      rounded = exact.round(new MathContext(ROUND_TRIP_DIGITS, RoundingMode.HALF_EVEN));
      digits = ROUND_TRIP_DIGITS;
    }
    return general(rounded.stripTrailingZeros(), digits);
  }

  /** As C's {@code %g} prints. */
  private static String general(BigDecimal value, int digits) {
    int exponent = value.precision() - value.scale() - 1;
    if (exponent >= -4 && exponent < digits) {
      return value.toPlainString();
    }
    String unscaled = value.unscaledValue().abs().toString();
    String mantissa =
        unscaled.length() == 1 ? unscaled : unscaled.charAt(0) + "." + unscaled.substring(1);
    String sign = value.signum() < 0 ? "-" : "";
    String exponentText = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + exponentText;
  }
}
