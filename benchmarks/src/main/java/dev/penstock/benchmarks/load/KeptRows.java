package dev.penstock.benchmarks.load;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a source without its cost: the first few thousand in memory, again and again. Scalars
 * only. One owner thread.
 */
final class KeptRows implements RowCursor, RowReader {
  private static final int KEPT = 5_000;

  private final SourceSchema schema;
  private final List<@Nullable Object[]> kept = new ArrayList<>();
  private final long rows;
  private long next;
  private @Nullable Object[] row = new Object[0];

  /** Keeps rows from the cursor, and yields as many as asked for. */
  KeptRows(RowCursor source, long rows) {
    this.schema = source.schema();
    this.rows = rows;
    while (kept.size() < KEPT && source.next()) {
      kept.add(values(source.row()));
    }
  }

  private @Nullable Object[] values(RowReader reader) {
    @Nullable Object[] values = new Object[schema.fields().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = reader.isNull(i) ? null : value(reader, i, schema.fields().get(i));
    }
    return values;
  }

  private static Object value(RowReader reader, int i, SourceField field) {
    return switch (field.kind()) {
      case BOOL -> reader.booleanAt(i);
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT -> reader.longAt(i);
      case DOUBLE -> reader.doubleAt(i);
      case DECIMAL -> reader.decimalAt(i);
      case TEXT, INTERVAL, JSON -> {
        Utf8Copy copy = new Utf8Copy();
        reader.text(i, copy);
        yield copy.bytes;
      }
      case BYTES, STRUCT, LIST ->
          throw new IllegalArgumentException(field.name() + ": " + field.kind());
    };
  }

  private static final class Utf8Copy implements TextSink {
    private byte[] bytes = new byte[0];

    @Override
    public void text(String value) {
      bytes = value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void utf8(byte[] array, int offset, int length) {
      bytes = java.util.Arrays.copyOfRange(array, offset, offset + length);
    }
  }

  @Override
  public SourceSchema schema() {
    return schema;
  }

  @Override
  public boolean next() {
    if (next == rows) {
      return false;
    }
    row = kept.get((int) (next++ % kept.size()));
    return true;
  }

  @Override
  public RowReader row() {
    return this;
  }

  @Override
  public String position() {
    return "row " + next;
  }

  @Override
  public int size() {
    return row.length;
  }

  @Override
  public boolean isNull(int ordinal) {
    return row[ordinal] == null;
  }

  private Object at(int ordinal) {
    return Objects.requireNonNull(row[ordinal]);
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return (Boolean) at(ordinal);
  }

  @Override
  public long longAt(int ordinal) {
    return (Long) at(ordinal);
  }

  @Override
  public double doubleAt(int ordinal) {
    return (Double) at(ordinal);
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return (BigDecimal) at(ordinal);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    byte[] bytes = (byte[]) at(ordinal);
    sink.utf8(bytes, 0, bytes.length);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RowReader struct(int ordinal) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RowReader list(int ordinal) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    kept.clear();
  }
}
