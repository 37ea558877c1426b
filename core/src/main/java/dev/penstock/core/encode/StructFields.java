package dev.penstock.core.encode;

import java.util.List;

/** The fields of a row or struct that are written, each with its encoder. One owner thread. */
final class StructFields {
  private final int[] ordinals;
  private final FieldEncoder[] encoders;
  private final NullRule[] nullRules;

  /**
   * One field.
   *
   * @param ordinal where the reader has it
   */
  record Entry(int ordinal, FieldEncoder encoder, NullRule nullRule) {}

  /** What an absent value means. */
  interface NullRule {
    void apply();
  }

  StructFields(List<Entry> entries) {
    this.ordinals = entries.stream().mapToInt(Entry::ordinal).toArray();
    this.encoders = entries.stream().map(Entry::encoder).toArray(FieldEncoder[]::new);
    this.nullRules = entries.stream().map(Entry::nullRule).toArray(NullRule[]::new);
  }

  void encode(RowReader row) {
    for (int i = 0; i < encoders.length; i++) {
      int ordinal = ordinals[i];
      if (row.isNull(ordinal)) {
        nullRules[i].apply();
      } else {
        encoders[i].encode(row, ordinal);
      }
    }
  }
}
