package dev.penstock.core.encode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * UTF-8 into an array that has room for it. Lone surrogates have no UTF-8 form and are reported,
 * never replaced.
 */
final class Utf8 {
  /** How far beyond its end a text may be written over. */
  static final int SLACK = 2;

  /** The marks of sequences of two and of three bytes, the first byte lowest. */
  private static final int[] LEADS = {0x80C0, 0x8080E0};

  /** The bits that no ASCII has, in eight bytes. */
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  private static final byte LOWEST_LEAD = (byte) 0xC0;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

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

  /** The bytes that a text takes, if it is well-formed. */
  static long length(String text) {
    int length = text.length();
    long bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      // A surrogate takes half of four bytes, one less than other characters from here on.
      bytes += isAbove(c, 0x7F) + isAbove(c, 0x7FF) - (Character.isSurrogate(c) ? 1 : 0);
    }
    return bytes;
  }

  /** Without a branch, which processors guess wrong in texts of many scripts. */
  private static int isAbove(char c, int limit) {
    return (limit - c) >>> (Integer.SIZE - 1);
  }

  /**
   * Writes a text into an array that has {@link #SLACK} more room than it takes.
   *
   * @return false when it holds a lone surrogate
   */
  static boolean write(String text, byte[] array, int position) {
    int p = position;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        array[p++] = (byte) c;
      } else if (!Character.isSurrogate(c)) {
        int isThree = isAbove(c, 0x7FF);
        int six = (c >>> 12) | ((c >>> 6) & 0x3F) << 8 | (c & 0x3F) << 16;
        INT.set(array, p, (six >>> (Byte.SIZE - Byte.SIZE * isThree)) | LEADS[isThree]);
        p += 2 + isThree;
      } else if (isPair(text, i)) {
        int codePoint = Character.toCodePoint(c, text.charAt(++i));
        array[p++] = (byte) (0xF0 | (codePoint >>> 18));
        array[p++] = (byte) (0x80 | ((codePoint >>> 12) & 0x3F));
        array[p++] = (byte) (0x80 | ((codePoint >>> 6) & 0x3F));
        array[p++] = (byte) (0x80 | (codePoint & 0x3F));
      } else {
        return false;
      }
    }
    return true;
  }

  private static boolean isPair(String text, int high) {
    return Character.isHighSurrogate(text.charAt(high))
        && high + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(high + 1));
  }

  /** The characters of UTF-8 bytes, each code point counted once. */
  static int countCharacters(byte[] array, int offset, int length) {
    int count = 0;
    for (int i = offset; i < offset + length; i++) {
      // Bytes that continue a character are the lowest.
      count += array[i] < LOWEST_LEAD ? 0 : 1;
    }
    return count;
  }

  /**
   * Copies bytes, most often of ASCII, into an array that has room for them.
   *
   * @return false when they are not UTF-8
   */
  static boolean copy(byte[] source, int offset, int length, byte[] array, int position) {
    return copyAscii(source, offset, length, array, position)
        || Utf8Validity.isUtf8(source, offset, length);
  }

  /** Copies bytes eight at a time, the last eight anew where less are left, and looks at all. */
  private static boolean copyAscii(
      byte[] source, int offset, int length, byte[] array, int position) {
    if (length < Long.BYTES) {
      return copyShortAscii(source, offset, length, array, position);
    }
    int last = length - Long.BYTES;
    long all = 0;
    for (int i = 0; i < last; i += Long.BYTES) {
      long next = (long) LONG.get(source, offset + i);
      LONG.set(array, position + i, next);
      all |= next;
    }
    long next = (long) LONG.get(source, offset + last);
    LONG.set(array, position + last, next);
    return ((all | next) & NOT_ASCII) == 0;
  }

  private static boolean copyShortAscii(
      byte[] source, int offset, int length, byte[] array, int position) {
    if (length >= Integer.BYTES) {
      int last = length - Integer.BYTES;
      int head = (int) INT.get(source, offset);
      int tail = (int) INT.get(source, offset + last);
      INT.set(array, position, head);
      INT.set(array, position + last, tail);
      return ((head | tail) & NOT_ASCII) == 0;
    }
    int all = 0;
    for (int i = 0; i < length; i++) {
      byte next = source[offset + i];
      array[position + i] = next;
      all |= next;
    }
    return all >= 0;
  }
}
