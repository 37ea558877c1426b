package dev.penstock.core.reader;

import java.util.Arrays;

/**
 * The values of one message by place, reused from row to row. A message takes one cell for each of
 * its fields, in order; a repeated field's cell leads to a chain of cells, one for each element.
 * One owner thread.
 *
 * <p>The value of a cell is a number, the bits of a double, a slice of the message's bytes, or for
 * a nested message the place of its first cell.
 */
final class ProtoTape {
  /** The link of a cell without a value. */
  static final int ABSENT = -1;

  /** The link of a single value, and of the last in a chain: no chain begins at the first cell. */
  static final int PRESENT = 0;

  private static final int INITIAL_CELLS = 64;
  private static final int MAX_KEPT_CELLS = 1 << 16;

  private final ProtoInput input;
  private long[] values = new long[INITIAL_CELLS];
  private int[] links = new int[INITIAL_CELLS];
  private int size;

  ProtoTape(ProtoInput input) {
    this.input = input;
  }

  /** Forgets the message. */
  void clear() {
    if (values.length > MAX_KEPT_CELLS) {
      values = new long[INITIAL_CELLS];
      links = new int[INITIAL_CELLS];
    }
    size = 0;
  }

  /** Makes room for a message. */
  int add(ProtoLayout layout) {
    int block = size;
    int count = layout.size();
    reserve(count);
    layout.copyInitial(values, links, block);
    size += count;
    return block;
  }

  private void reserve(int count) {
    if (size + count > values.length) {
      int capacity = Math.max(2 * values.length, size + count);
      values = Arrays.copyOf(values, capacity);
      links = Arrays.copyOf(links, capacity);
    }
  }

  /** Adds an element to a repeated field, whose value is its last cell and the number of cells. */
  void append(int field, long value) {
    int cell = chained(value);
    long list = values[field];
    int count = (int) list;
    if (count == 0) {
      links[field] = cell;
    } else {
      links[(int) (list >>> 32)] = cell;
    }
    values[field] = ((long) cell << 32) | (count + 1);
  }

  /** Adds a slice behind those that a message which is kept as bytes has already. */
  void appendSlice(int field, long slice) {
    if (links[field] == ABSENT) {
      set(field, slice);
      return;
    }
    int last = field;
    while (links[last] != PRESENT) {
      last = links[last];
    }
    int cell = chained(slice);
    links[last] = cell;
  }

  private int chained(long value) {
    reserve(1);
    values[size] = value;
    links[size] = PRESENT;
    return size++;
  }

  /** Takes a cell out of a repeated field. */
  void unchain(int field, int before, int cell) {
    links[before] = links[cell];
    long list = values[field];
    int last = (int) (list >>> 32) == cell ? before : (int) (list >>> 32);
    values[field] = ((long) last << 32) | ((int) list - 1);
  }

  void set(int cell, long value) {
    values[cell] = value;
    links[cell] = PRESENT;
  }

  void clear(int cell) {
    values[cell] = 0;
    links[cell] = ABSENT;
  }

  /** Gives a cell another value, and leaves it where it is in its chain. */
  void replace(int cell, long value) {
    values[cell] = value;
  }

  boolean isAbsent(int cell) {
    return links[cell] == ABSENT;
  }

  long value(int cell) {
    return values[cell];
  }

  /** The first cell of the message that a cell holds. */
  int block(int cell) {
    return (int) values[cell];
  }

  /** The cell behind one in a chain; the first of a repeated field's elements. */
  int next(int cell) {
    return links[cell];
  }

  /** How many elements a repeated field has. */
  int count(int field) {
    return (int) values[field];
  }

  byte[] bytes() {
    return input.bytes();
  }

  static long slice(int start, int end) {
    return ((long) start << 32) | (end - start);
  }

  int start(int cell) {
    return (int) (values[cell] >>> 32);
  }

  int length(int cell) {
    return (int) values[cell];
  }
}
