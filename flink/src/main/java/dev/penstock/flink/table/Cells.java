package dev.penstock.flink.table;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** What Flink's rows and arrays have in common, though no interface of Flink says so. */
interface Cells {
  int size();

  boolean isNullAt(int position);

  boolean getBoolean(int position);

  byte getByte(int position);

  short getShort(int position);

  int getInt(int position);

  long getLong(int position);

  float getFloat(int position);

  double getDouble(int position);

  StringData getString(int position);

  DecimalData getDecimal(int position, int precision, int scale);

  TimestampData getTimestamp(int position, int precision);

  byte[] getBinary(int position);

  ArrayData getArray(int position);

  MapData getMap(int position);

  RowData getRow(int position, int fields);
}
