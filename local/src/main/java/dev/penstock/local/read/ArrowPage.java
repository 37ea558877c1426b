package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page as an Arrow record batch. One owner thread. */
final class ArrowPage implements PageBuilder {
  private static final int VALUE_BYTES = 8;
  private static final int MAX_CHAR_BYTES = 3;

  private final List<ArrowColumn> columns;
  private final int maxBytes;
  private long bytes;
  private int rows;

  ArrowPage(List<Field> fields, int maxBytes) {
    this.columns = fields.stream().map(ArrowColumn::of).toList();
    this.maxBytes = maxBytes;
  }

  @Override
  public boolean add(ResultSet row) throws SQLException {
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.getObject(i + 1);
      bytes += weight(values[i]);
    }
    if (rows > 0 && bytes > maxBytes) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      columns.get(i).add(values[i]);
    }
    rows++;
    return true;
  }

  /** The bytes of a value in the batch, or a few more. */
  private static long weight(@Nullable Object value) throws SQLException {
    if (value instanceof String text) {
      return VALUE_BYTES + (long) MAX_CHAR_BYTES * text.length();
    }
    if (value instanceof Blob blob) {
      return VALUE_BYTES + blob.length();
    }
    if (value instanceof Array array) {
      return VALUE_BYTES + weight((Object[]) array.getArray());
    }
    return value instanceof Struct struct ? weight(struct.getAttributes()) : VALUE_BYTES;
  }

  private static long weight(Object[] values) throws SQLException {
    long sum = 0;
    for (Object value : values) {
      sum += weight(value);
    }
    return sum;
  }

  @Override
  public Page page() {
    return new Page(rows, ArrowMessages.batch(columns, rows));
  }
}
