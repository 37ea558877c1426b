package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.util.Arrays;
import java.util.Objects;
import org.apache.flink.table.data.StringData;
import org.jspecify.annotations.Nullable;

/** Copies texts as they come. One owner thread. */
final class TextCell implements CellConverter, RowReader.TextSink {
  private @Nullable StringData taken;

  @Override
  public Object convert(RowReader row, int ordinal) {
    row.text(ordinal, this);
    return Objects.requireNonNull(taken);
  }

  @Override
  public void text(String value) {
    taken = StringData.fromString(value);
  }

  @Override
  public void utf8(byte[] array, int offset, int length) {
    taken = StringData.fromBytes(Arrays.copyOfRange(array, offset, offset + length));
  }
}
