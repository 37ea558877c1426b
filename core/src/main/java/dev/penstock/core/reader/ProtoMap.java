package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import java.util.Arrays;

/**
 * Maps, whose entries are structs of key and value. Where bytes hold a key twice, the last value
 * counts, in the place of the first. One owner thread.
 *
 * @see <a href="https://protobuf.dev/programming-guides/proto3/#maps">Maps</a>
 */
final class ProtoMap implements ProtoForm {
  private static final int KEY = 0;
  private static final int FREE = 0;

  private final ProtoReader entries;
  private final boolean textKeys;

  /** A hash table of the cells of entries, at most half full. */
  private int[] cells = new int[16];

  ProtoMap(ProtoReader entries, boolean textKeys) {
    this.entries = entries;
    this.textKeys = textKeys;
  }

  @Override
  public RowReader toReader(ProtoTape tape, int field) {
    if (tape.count(field) > 1) {
      mergeEqualKeys(tape, field);
    }
    return entries.onList(field);
  }

  private void mergeEqualKeys(ProtoTape tape, int field) {
    int size = Math.max(16, Integer.highestOneBit(tape.count(field)) << 2);
    if (size > cells.length) {
      cells = new int[size];
    } else {
      Arrays.fill(cells, 0, size, FREE);
    }
    int before = field;
    int entry = tape.next(field);
    int count = tape.count(field);
    for (int i = 0; i < count; i++) {
      int place = find(tape, entry, size - 1);
      if (cells[place] == FREE) {
        cells[place] = entry;
        before = entry;
      } else {
        tape.replace(cells[place], tape.value(entry));
        tape.unchain(field, before, entry);
      }
      entry = tape.next(entry);
    }
  }

  private int find(ProtoTape tape, int entry, int mask) {
    int key = tape.block(entry) + KEY;
    int place = hash(tape, key) & mask;
    while (cells[place] != FREE && !isEqual(tape, key, tape.block(cells[place]) + KEY)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private int hash(ProtoTape tape, int key) {
    int hash = Long.hashCode(tape.value(key));
    if (textKeys) {
      hash = 1;
      int end = tape.start(key) + tape.length(key);
      for (int i = tape.start(key); i < end; i++) {
        hash = 31 * hash + tape.bytes()[i];
      }
    }
    return hash ^ (hash >>> 16);
  }

  private boolean isEqual(ProtoTape tape, int one, int other) {
    if (!textKeys) {
      return tape.value(one) == tape.value(other);
    }
    byte[] bytes = tape.bytes();
    return Arrays.equals(
        bytes,
        tape.start(one),
        tape.start(one) + tape.length(one),
        bytes,
        tape.start(other),
        tape.start(other) + tape.length(other));
  }
}
