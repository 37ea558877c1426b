package dev.penstock.core.append;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import java.util.List;

/** A row of a number and texts. Immutable. */
public record TextRow(long id, List<String> texts) implements RowReader {
  /** A row of these texts. */
  public TextRow(long id, String... texts) {
    this(id, List.of(texts));
  }

  @Override
  public int size() {
    return 1 + texts.size();
  }

  @Override
  public boolean isNull(int ordinal) {
    return false;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long longAt(int ordinal) {
    return id;
  }

  @Override
  public double doubleAt(int ordinal) {
    throw new UnsupportedOperationException();
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    sink.text(texts.get(ordinal - 1));
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
}
