package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;

/** One entry of a map: the key is field 0, the value field 1. One owner thread. */
final class EntryReader implements RowReader {
  private final RowReader keys;
  private final RowReader values;
  private int entry;

  EntryReader(RowReader keys, RowReader values) {
    this.keys = keys;
    this.values = values;
  }

  /** Shows this entry from now on. */
  EntryReader show(int index) {
    entry = index;
    return this;
  }

  private RowReader side(int ordinal) {
    return ordinal == 0 ? keys : values;
  }

  @Override
  public int size() {
    return 2;
  }

  @Override
  public boolean isNull(int ordinal) {
    return side(ordinal).isNull(entry);
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return side(ordinal).booleanAt(entry);
  }

  @Override
  public long longAt(int ordinal) {
    return side(ordinal).longAt(entry);
  }

  @Override
  public double doubleAt(int ordinal) {
    return side(ordinal).doubleAt(entry);
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return side(ordinal).decimalAt(entry);
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    side(ordinal).decimal(entry, sink);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    side(ordinal).text(entry, sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    side(ordinal).bytes(entry, sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return side(ordinal).struct(entry);
  }

  @Override
  public RowReader list(int ordinal) {
    return side(ordinal).list(entry);
  }
}
