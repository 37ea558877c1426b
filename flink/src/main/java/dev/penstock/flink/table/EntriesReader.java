package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.types.logical.LogicalType;

/** The entries of one map after the other, as a list of structs. One owner thread. */
final class EntriesReader implements RowReader {
  private final ArrayCells keys = new ArrayCells();
  private final ArrayCells values = new ArrayCells();
  private final EntryReader entry;

  EntriesReader(LogicalType key, LogicalType value) {
    this.entry =
        new EntryReader(CellReader.ofElements(keys, key), CellReader.ofElements(values, value));
  }

  /** Shows this map from now on. */
  EntriesReader show(MapData map) {
    keys.show(map.keyArray());
    values.show(map.valueArray());
    return this;
  }

  @Override
  public int size() {
    return keys.size();
  }

  @Override
  public boolean isNull(int ordinal) {
    return false;
  }

  @Override
  public RowReader struct(int ordinal) {
    return entry.show(ordinal);
  }

  @Override
  public boolean booleanAt(int ordinal) {
    throw noStruct();
  }

  @Override
  public long longAt(int ordinal) {
    throw noStruct();
  }

  @Override
  public double doubleAt(int ordinal) {
    throw noStruct();
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    throw noStruct();
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    throw noStruct();
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    throw noStruct();
  }

  @Override
  public RowReader list(int ordinal) {
    throw noStruct();
  }

  private static AssertionError noStruct() {
    return new AssertionError("the elements are structs");
  }
}
