package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.ValueKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads values in PostgreSQL's binary forms that stand one after the other, each behind its length:
 * the columns of a row, or the elements of an array. One owner thread.
 */
final class PostgresReader implements RowReader {
  private static final int NULL_LENGTH = -1;

  private final PostgresColumn[] columns;
  private final @Nullable PostgresArrays[] arrays;
  private final boolean uniform;
  private final ExactDecimal exact = new ExactDecimal();
  private byte[] array = {};
  private int[] offsets;
  private int[] lengths;
  private int size;

  private PostgresReader(
      PostgresColumn[] columns, @Nullable PostgresArrays[] arrays, boolean uniform) {
    this.columns = columns;
    this.arrays = arrays;
    this.uniform = uniform;
    this.size = uniform ? 0 : columns.length;
    this.offsets = new int[Math.max(8, size)];
    this.lengths = new int[Math.max(8, size)];
  }

  /** A reader with one column for each ordinal. */
  static PostgresReader ofColumns(List<PostgresColumn> columns) {
    PostgresArrays[] arrays =
        columns.stream()
            .map(
                column ->
                    column.field().kind() == ValueKind.LIST ? new PostgresArrays(column) : null)
            .toArray(PostgresArrays[]::new);
    return new PostgresReader(columns.toArray(PostgresColumn[]::new), arrays, false);
  }

  /** A reader of any number of elements of one column. */
  static PostgresReader ofElements(PostgresColumn element) {
    return new PostgresReader(new PostgresColumn[] {element}, new PostgresArrays[1], true);
  }

  /** Makes room for so many elements, which {@link #on} reads next. */
  void resize(int newSize) {
    if (newSize > offsets.length) {
      int room = newSize + (newSize >> 1);
      offsets = new int[room];
      lengths = new int[room];
    }
    size = newSize;
  }

  /**
   * Reads the values that begin at an offset.
   *
   * @return the offset behind the last one, or {@link PostgresRows#INCOMPLETE}
   */
  int on(byte[] bytes, int offset, int limit) {
    array = bytes;
    int at = offset;
    for (int i = 0; i < size; i++) {
      if (limit - at < Integer.BYTES) {
        return PostgresRows.INCOMPLETE;
      }
      int length = BigEndian.int32(bytes, at);
      at += Integer.BYTES;
      offsets[i] = at;
      lengths[i] = length;
      if (length != NULL_LENGTH) {
        if (length < 0 || length > limit - at) {
          return PostgresRows.INCOMPLETE;
        }
        at += length;
      }
    }
    return at;
  }

  private PostgresColumn column(int ordinal) {
    return columns[uniform ? 0 : ordinal];
  }

  /** The form of a value that is there and has the form's length. */
  private PostgresForm form(int ordinal) {
    PostgresColumn column = column(ordinal);
    column.form().checkLength(lengths[ordinal], column.path());
    return column.form();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNull(int ordinal) {
    return lengths[ordinal] == NULL_LENGTH;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return form(ordinal).toBoolean(array, offsets[ordinal]);
  }

  @Override
  public long longAt(int ordinal) {
    return form(ordinal).toLong(array, offsets[ordinal], column(ordinal).path());
  }

  @Override
  public double doubleAt(int ordinal) {
    return form(ordinal).toDouble(array, offsets[ordinal]);
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    decimal(ordinal, exact);
    return exact.value();
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    form(ordinal)
        .toDecimal(array, offsets[ordinal], lengths[ordinal], column(ordinal).path(), sink);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    form(ordinal).toText(array, offsets[ordinal], lengths[ordinal], column(ordinal).path(), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    form(ordinal).toBytes(array, offsets[ordinal], lengths[ordinal], sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    throw new IllegalStateException(column(ordinal).path() + " is no struct");
  }

  @Override
  public RowReader list(int ordinal) {
    return Objects.requireNonNull(arrays[ordinal], "arrays")
        .on(array, offsets[ordinal], lengths[ordinal]);
  }
}
