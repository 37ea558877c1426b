package dev.penstock.local.sql;

import java.math.BigInteger;

/** TO_BASE32 and FROM_BASE32 over hexadecimal text. */
final class Base32 {
  private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int BITS = 5;
  private static final int GROUP = 8;

  private Base32() {}

  static String encode(String hex) {
    int bits = 4 * hex.length();
    int digits = (bits + BITS - 1) / BITS;
    BigInteger value =
        (hex.isEmpty() ? BigInteger.ZERO : new BigInteger(hex, 16)).shiftLeft(digits * BITS - bits);
    StringBuilder out = new StringBuilder();
    for (int i = digits - 1; i >= 0; i--) {
      out.append(DIGITS.charAt(value.shiftRight(i * BITS).intValue() & 31));
    }
    return out.append("=".repeat((GROUP - digits % GROUP) % GROUP)).toString();
  }

  static String decode(String text) {
    String digits = text.replaceFirst("=+$", "");
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < digits.length(); i++) {
      int digit = DIGITS.indexOf(digits.charAt(i));
      if (digit < 0) {
        throw invalid(text);
      }
      value = value.shiftLeft(BITS).add(BigInteger.valueOf(digit));
    }
    int spare = digits.length() * BITS % 8;
    boolean whole = text.length() % GROUP == 0 && spare < BITS;
    if (!whole) {
      throw invalid(text);
    }
    String hex = value.shiftRight(spare).toString(16);
    int length = digits.length() * BITS / 8 * 2;
    return length == 0 ? "" : "0".repeat(length - hex.length()) + hex;
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException("Failed to decode invalid base32 string: " + text);
  }
}
