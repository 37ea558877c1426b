package dev.penstock.local.sql;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Operators on the bits of INT64 and BYTES; BYTES come and go as hexadecimal text. */
final class BitFunctions {
  private BitFunctions() {}

  static long shiftLeft(long value, long by) {
    return requireShift(by) < Long.SIZE ? value << by : 0;
  }

  static long shiftRight(long value, long by) {
    return requireShift(by) < Long.SIZE ? value >>> by : 0;
  }

  /** Shifts bytes to the left for a positive number of bits, to the right for a negative one. */
  static String shift(String hex, String direction, String by) {
    long bits = requireShift(Long.parseLong(by));
    if (hex.isEmpty() || bits >= 4L * hex.length()) {
      return "0".repeat(hex.length());
    }
    BigInteger value = new BigInteger(hex, 16);
    BigInteger moved =
        direction.equals("left") ? value.shiftLeft((int) bits) : value.shiftRight((int) bits);
    String digits = moved.toString(16);
    int length = hex.length();
    return digits.length() > length
        ? digits.substring(digits.length() - length)
        : "0".repeat(length - digits.length()) + digits;
  }

  static String combine(String operator, String left, String right) {
    byte[] a = HexFormat.of().parseHex(left);
    byte[] b = HexFormat.of().parseHex(right);
    if (a.length != b.length) {
      throw new IllegalArgumentException(
          "Bitwise operators on BYTES want two values of one length, not of "
              + a.length
              + " and "
              + b.length);
    }
    for (int i = 0; i < a.length; i++) {
      a[i] =
          (byte)
              switch (operator) {
                case "and" -> a[i] & b[i];
                case "or" -> a[i] | b[i];
                default -> a[i] ^ b[i];
              };
    }
    return HexFormat.of().formatHex(a);
  }

  static String not(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
    return HexFormat.of().formatHex(bytes);
  }

  static long count(String hex) {
    return hex.isEmpty() ? 0 : new BigInteger(hex, 16).bitCount();
  }

  /** Bytes as text of one character for each byte, so that functions of texts work on them. */
  static String latin(String hex) {
    return new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
  }

  /** The bytes that a text of {@link #latin} stands for. */
  static String unlatin(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static long requireShift(long by) {
    if (by < 0) {
      throw new IllegalArgumentException("Bitwise shift by negative offset: " + by);
    }
    return by;
  }
}
