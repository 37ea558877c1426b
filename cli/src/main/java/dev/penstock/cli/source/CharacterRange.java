package dev.penstock.cli.source;

/** A part of an array as a text. One owner thread. */
final class CharacterRange implements CharSequence {
  private char[] array = {};
  private int offset;
  private int length;

  /** Stands for this part from now on. */
  CharacterRange on(char[] newArray, int newOffset, int newLength) {
    array = newArray;
    offset = newOffset;
    length = newLength;
    return this;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public char charAt(int index) {
    return array[offset + index];
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new CharacterRange().on(array, offset + start, end - start);
  }

  @Override
  public String toString() {
    return new String(array, offset, length);
  }
}
