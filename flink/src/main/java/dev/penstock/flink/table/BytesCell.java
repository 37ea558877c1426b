package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.util.Arrays;

/** Copies byte strings. One owner thread. */
final class BytesCell implements CellConverter, RowReader.ByteSink {
  private byte[] taken = {};

  @Override
  public Object convert(RowReader row, int ordinal) {
    row.bytes(ordinal, this);
    return taken;
  }

  @Override
  public void bytes(byte[] array, int offset, int length) {
    taken = Arrays.copyOfRange(array, offset, offset + length);
  }
}
