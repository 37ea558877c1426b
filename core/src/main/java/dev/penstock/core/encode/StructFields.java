package dev.penstock.core.encode;

import java.util.List;

/** The fields of a row or struct that are written, each with its encoder. One owner thread. */
public final class StructFields {
  private final int[] ordinals;
  private final FieldEncoder[] encoders;

  /**
   * One field.
   *
   * @param ordinal where the reader has it
   */
  record Entry(int ordinal, FieldEncoder encoder) {}

  StructFields(List<Entry> entries) {
    this.ordinals = entries.stream().mapToInt(Entry::ordinal).toArray();
    this.encoders = entries.stream().map(Entry::encoder).toArray(FieldEncoder[]::new);
  }

  /** How many there are. */
  public int size() {
    return encoders.length;
  }

  /** Which field of the reader it is. */
  public int ordinal(int index) {
    return ordinals[index];
  }

  /** What takes its values. */
  public FieldEncoder encoder(int index) {
    return encoders[index];
  }
}
