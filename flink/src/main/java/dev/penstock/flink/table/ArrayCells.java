package dev.penstock.flink.table;

import java.util.Objects;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.jspecify.annotations.Nullable;

/** The elements of one array after the other. One owner thread. */
final class ArrayCells implements Cells {
  private @Nullable ArrayData data;

  /** Shows this one from now on. */
  void show(ArrayData shown) {
    data = shown;
  }

  private ArrayData data() {
    return Objects.requireNonNull(data);
  }

  @Override
  public int size() {
    return data().size();
  }

  @Override
  public boolean isNullAt(int position) {
    return data().isNullAt(position);
  }

  @Override
  public boolean getBoolean(int position) {
    return data().getBoolean(position);
  }

  @Override
  public byte getByte(int position) {
    return data().getByte(position);
  }

  @Override
  public short getShort(int position) {
    return data().getShort(position);
  }

  @Override
  public int getInt(int position) {
    return data().getInt(position);
  }

  @Override
  public long getLong(int position) {
    return data().getLong(position);
  }

  @Override
  public float getFloat(int position) {
    return data().getFloat(position);
  }

  @Override
  public double getDouble(int position) {
    return data().getDouble(position);
  }

  @Override
  public StringData getString(int position) {
    return data().getString(position);
  }

  @Override
  public DecimalData getDecimal(int position, int precision, int scale) {
    return data().getDecimal(position, precision, scale);
  }

  @Override
  public TimestampData getTimestamp(int position, int precision) {
    return data().getTimestamp(position, precision);
  }

  @Override
  public byte[] getBinary(int position) {
    return data().getBinary(position);
  }

  @Override
  public ArrayData getArray(int position) {
    return data().getArray(position);
  }

  @Override
  public MapData getMap(int position) {
    return data().getMap(position);
  }

  @Override
  public RowData getRow(int position, int fields) {
    return data().getRow(position, fields);
  }
}
