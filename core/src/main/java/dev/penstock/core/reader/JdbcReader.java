package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the columns of the row that a result stands on. A column is taken out once, when it is
 * asked for null, since JDBC tells null only after the value; numbers are not boxed. One owner
 * thread.
 */
final class JdbcReader implements RowReader {
  private final JdbcForm[] forms;
  private @Nullable ResultSet row;
  private int taken = -1;
  private boolean isNull;
  private long number;
  private double real;
  private @Nullable Object object;

  JdbcReader(JdbcForm[] forms) {
    this.forms = forms;
  }

  /** Reads this row from now on. */
  JdbcReader on(ResultSet newRow) {
    row = newRow;
    taken = -1;
    return this;
  }

  private JdbcReader take(int ordinal) {
    if (taken != ordinal) {
      taken = -1;
      try {
        isNull = takeValue(Objects.requireNonNull(row, "row"), ordinal + 1, ordinal);
      } catch (SQLException | RuntimeException e) {
        // Drivers throw NumberFormatException and the like, with the value in the message.
        throw forms[ordinal].unreadable(e);
      }
      taken = ordinal;
    }
    return this;
  }

  private boolean takeValue(ResultSet from, int column, int ordinal) throws SQLException {
    switch (forms[ordinal].field().kind()) {
      case BOOL -> number = from.getBoolean(column) ? 1 : 0;
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT -> number = from.getLong(column);
      case DOUBLE -> real = from.getDouble(column);
      case DECIMAL -> object = from.getBigDecimal(column);
      case TEXT, INTERVAL, JSON -> object = from.getString(column);
      case BYTES -> object = from.getBytes(column);
      case STRUCT, LIST -> object = from.getObject(column);
    }
    return from.wasNull();
  }

  private Object present(int ordinal) {
    return Objects.requireNonNull(take(ordinal).object, "object");
  }

  @Override
  public int size() {
    return forms.length;
  }

  @Override
  public boolean isNull(int ordinal) {
    return take(ordinal).isNull;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return take(ordinal).number != 0;
  }

  @Override
  public long longAt(int ordinal) {
    return take(ordinal).number;
  }

  @Override
  public double doubleAt(int ordinal) {
    return take(ordinal).real;
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return (BigDecimal) present(ordinal);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    sink.text((String) present(ordinal));
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    byte[] bytes = (byte[]) present(ordinal);
    sink.bytes(bytes, 0, bytes.length);
  }

  @Override
  public RowReader struct(int ordinal) {
    return forms[ordinal].toStruct(present(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return forms[ordinal].toList(present(ordinal));
  }
}
