package dev.penstock.core.encode;

/**
 * UTF-8 into an array that has room for it. Lone surrogates have no UTF-8 form and are reported,
 * never replaced.
 */
final class Utf8 {
  /** The length of a text with a lone surrogate. */
  static final int MALFORMED = -1;

  private Utf8() {}

  /** Whether a text is ASCII only, as most are. */
  static boolean isAscii(String text) {
    int length = text.length();
    int all = 0;
    // No early exit: this loop without branches is half of what a loop that also copies costs.
    for (int i = 0; i < length; i++) {
      all |= text.charAt(i);
    }
    return all < 0x80;
  }

  /** Writes a text that is ASCII only. */
  @SuppressWarnings("deprecation") // Drops the high bytes, all zero here, at the speed of a copy.
  static void writeAscii(String text, byte[] array, int position) {
    text.getBytes(0, text.length(), array, position);
  }

  /**
   * The bytes that a text takes.
   *
   * @return the number of bytes, or {@link #MALFORMED}
   */
  static long length(String text) {
    long bytes = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes++;
      } else if (c < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(c)) {
        bytes += 3;
      } else if (isPair(text, i)) {
        bytes += 4;
        i++;
      } else {
        return MALFORMED;
      }
    }
    return bytes;
  }

  private static boolean isPair(String text, int high) {
    return Character.isHighSurrogate(text.charAt(high))
        && high + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(high + 1));
  }

  /** Writes a well-formed text. */
  static void write(String text, byte[] array, int position) {
    int p = position;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        array[p++] = (byte) c;
      } else if (c < 0x800) {
        array[p++] = (byte) (0xC0 | (c >>> 6));
        array[p++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate(c)) {
        array[p++] = (byte) (0xE0 | (c >>> 12));
        array[p++] = (byte) (0x80 | ((c >>> 6) & 0x3F));
        array[p++] = (byte) (0x80 | (c & 0x3F));
      } else {
        int codePoint = Character.toCodePoint(c, text.charAt(++i));
        array[p++] = (byte) (0xF0 | (codePoint >>> 18));
        array[p++] = (byte) (0x80 | ((codePoint >>> 12) & 0x3F));
        array[p++] = (byte) (0x80 | ((codePoint >>> 6) & 0x3F));
        array[p++] = (byte) (0x80 | (codePoint & 0x3F));
      }
    }
  }

  /**
   * The characters of UTF-8 bytes, each code point counted once.
   *
   * @return the number, or {@link #MALFORMED} when the bytes are not UTF-8
   */
  static int countCharacters(byte[] array, int offset, int length) {
    int end = offset + length;
    int count = 0;
    int i = offset;
    while (i < end) {
      int bytes = sequenceLength(array, i, end);
      if (bytes == MALFORMED) {
        return MALFORMED;
      }
      i += bytes;
      count++;
    }
    return count;
  }

  private static int sequenceLength(byte[] array, int i, int end) {
    int lead = array[i] & 0xFF;
    int bytes = leadLength(lead);
    if (bytes == 1) {
      return 1;
    }
    if (bytes == MALFORMED || i + bytes > end || !isSecond(lead, array[i + 1] & 0xFF)) {
      return MALFORMED;
    }
    for (int k = 2; k < bytes; k++) {
      if ((array[i + k] & 0xC0) != 0x80) {
        return MALFORMED;
      }
    }
    return bytes;
  }

  private static int leadLength(int lead) {
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
      return MALFORMED;
    }
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  }

  /** Keeps out overlong forms, surrogates, and code points above U+10FFFF. */
  private static boolean isSecond(int lead, int second) {
    int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= lowest && second <= highest;
  }
}
