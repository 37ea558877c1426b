package dev.penstock.local.load;

import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import java.util.List;
import org.apache.avro.io.Decoder;
import org.jspecify.annotations.Nullable;

/** Reads records: each field of the writer in turn, kept or left out. One owner thread. */
final class AvroRecord {
  /** The position of a field that is left out. */
  static final int NOWHERE = -1;

  private final AvroValue[] values;
  private final int[] positions;
  private final boolean[] present;

  /**
   * A reader of records.
   *
   * @param values one for each field of the writer
   * @param positions where each of them goes
   * @param width how many columns there are
   */
  AvroRecord(List<AvroValue> values, List<Integer> positions, int width) {
    this.values = values.toArray(AvroValue[]::new);
    this.positions = positions.stream().mapToInt(Integer::intValue).toArray();
    this.present = new boolean[width];
    for (int position : this.positions) {
      if (position != NOWHERE) {
        present[position] = true;
      }
    }
  }

  boolean has(int column) {
    return present[column];
  }

  @Nullable Object[] read(Decoder in) throws IOException, RowFaultException {
    @Nullable Object[] row = new @Nullable Object[present.length];
    for (int i = 0; i < values.length; i++) {
      Object value = values[i].read(in);
      if (positions[i] != NOWHERE) {
        row[positions[i]] = value;
      }
    }
    return row;
  }
}
