package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.jspecify.annotations.Nullable;

/** Reads Flink's rows and arrays in place. One owner thread. */
final class CellReader implements RowReader {
  private static final long MICROS_PER_MILLI = 1_000;

  private final Cells cells;
  private final LogicalType[] types;
  private final @Nullable NestedCells[] nested;

  private CellReader(Cells cells, LogicalType... types) {
    this.cells = cells;
    this.types = types;
    this.nested = new NestedCells[types.length];
  }

  /** A reader of rows of a type, or of the first fields of longer ones. */
  static CellReader ofRow(RowCells cells, RowType type) {
    return new CellReader(cells, type.getChildren().toArray(LogicalType[]::new));
  }

  /** A reader of the elements of arrays. */
  static CellReader ofElements(ArrayCells cells, LogicalType element) {
    return new CellReader(cells, element);
  }

  private boolean isRow() {
    return cells instanceof RowCells;
  }

  private LogicalType typeOf(int ordinal) {
    return isRow() ? types[ordinal] : types[0];
  }

  @Override
  public int size() {
    return isRow() ? types.length : cells.size();
  }

  @Override
  public boolean isNull(int ordinal) {
    return cells.isNullAt(ordinal);
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return cells.getBoolean(ordinal);
  }

  @Override
  public long longAt(int ordinal) {
    LogicalType type = typeOf(ordinal);
    return switch (type.getTypeRoot()) {
      case TINYINT -> cells.getByte(ordinal);
      case SMALLINT -> cells.getShort(ordinal);
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE -> cells.getInt(ordinal);
      case BIGINT -> cells.getLong(ordinal);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          micros(cells.getTimestamp(ordinal, LogicalTypeChecks.getPrecision(type)));
      default -> throw new AssertionError(type);
    };
  }

  private static long micros(TimestampData timestamp) {
    return timestamp.getMillisecond() * MICROS_PER_MILLI
        + timestamp.getNanoOfMillisecond() / MICROS_PER_MILLI;
  }

  @Override
  public double doubleAt(int ordinal) {
    return typeOf(ordinal).is(LogicalTypeRoot.FLOAT)
        ? cells.getFloat(ordinal)
        : cells.getDouble(ordinal);
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    DecimalType type = (DecimalType) typeOf(ordinal);
    return cells.getDecimal(ordinal, type.getPrecision(), type.getScale()).toBigDecimal();
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    DecimalType type = (DecimalType) typeOf(ordinal);
    DecimalData decimal = cells.getDecimal(ordinal, type.getPrecision(), type.getScale());
    if (DecimalData.isCompact(type.getPrecision())) {
      sink.decimal(decimal.toUnscaledLong(), decimal.scale());
    } else {
      sink.decimal(decimal.toBigDecimal());
    }
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    byte[] utf8 = cells.getString(ordinal).toBytes();
    sink.utf8(utf8, 0, utf8.length);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    byte[] bytes = cells.getBinary(ordinal);
    sink.bytes(bytes, 0, bytes.length);
  }

  @Override
  public RowReader struct(int ordinal) {
    return nested(ordinal);
  }

  @Override
  public RowReader list(int ordinal) {
    return nested(ordinal);
  }

  private RowReader nested(int ordinal) {
    int slot = isRow() ? ordinal : 0;
    NestedCells reader = nested[slot];
    if (reader == null) {
      reader = NestedCells.of(types[slot]);
      nested[slot] = reader;
    }
    return reader.show(cells, ordinal);
  }
}
