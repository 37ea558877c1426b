package dev.penstock.core.encode;

/**
 * Tells whether bytes are UTF-8: without overlong forms, surrogates, and code points above
 * U+10FFFF. An automaton without branches, which processors guess wrong in texts of many scripts:
 * each byte has all its transitions in one long, six bits for each state, which tell the place of
 * the next state in the long of the next byte.
 *
 * @see <a href="https://www.unicode.org/versions/latest/core-spec/chapter-3/#G27506">Well-formed
 *     byte sequences</a>
 */
final class Utf8Validity {
  /** Zero, to which every transition leads that is not set, is the state of malformed bytes. */
  private static final int COMPLETE = 6;

  private static final int LACKS_ONE = 12;
  private static final int LACKS_TWO = 18;
  private static final int LACKS_THREE = 24;
  private static final int AFTER_E0 = 30;
  private static final int AFTER_ED = 36;
  private static final int AFTER_F0 = 42;
  private static final int AFTER_F4 = 48;
  private static final int STATE_BITS = 0x3F;

  private static final long[] TRANSITIONS = transitions();

  private Utf8Validity() {}

  private static long[] transitions() {
    long[] table = new long[1 << Byte.SIZE];
    add(table, COMPLETE, 0x00, 0x7F, COMPLETE);
    add(table, COMPLETE, 0xC2, 0xDF, LACKS_ONE);
    add(table, COMPLETE, 0xE0, 0xE0, AFTER_E0);
    add(table, COMPLETE, 0xE1, 0xEC, LACKS_TWO);
    add(table, COMPLETE, 0xED, 0xED, AFTER_ED);
    add(table, COMPLETE, 0xEE, 0xEF, LACKS_TWO);
    add(table, COMPLETE, 0xF0, 0xF0, AFTER_F0);
    add(table, COMPLETE, 0xF1, 0xF3, LACKS_THREE);
    add(table, COMPLETE, 0xF4, 0xF4, AFTER_F4);
    add(table, LACKS_ONE, 0x80, 0xBF, COMPLETE);
    add(table, LACKS_TWO, 0x80, 0xBF, LACKS_ONE);
    add(table, LACKS_THREE, 0x80, 0xBF, LACKS_TWO);
    add(table, AFTER_E0, 0xA0, 0xBF, LACKS_ONE);
    add(table, AFTER_ED, 0x80, 0x9F, LACKS_ONE);
    add(table, AFTER_F0, 0x90, 0xBF, LACKS_TWO);
    add(table, AFTER_F4, 0x80, 0x8F, LACKS_TWO);
    return table;
  }

  private static void add(long[] table, int state, int first, int last, int next) {
    for (int value = first; value <= last; value++) {
      table[value] |= (long) next << state;
    }
  }

  static boolean isUtf8(byte[] array, int offset, int length) {
    long state = COMPLETE;
    for (int i = offset; i < offset + length; i++) {
      // Shifts by the lowest six bits of the state, and leaves those of states before it above.
      state = TRANSITIONS[array[i] & 0xFF] >>> state;
    }
    return (state & STATE_BITS) == COMPLETE;
  }
}
