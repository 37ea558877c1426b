package dev.penstock.core.publish;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of Java values: Long, String, BigDecimal, or null. Immutable. */
record ValueRow(List<@Nullable Object> values) implements RowReader {
  ValueRow {
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  static ValueRow of(@Nullable Object... values) {
    List<@Nullable Object> copy = new ArrayList<>();
    Collections.addAll(copy, values);
    return new ValueRow(copy);
  }

  private Object at(int ordinal) {
    return Objects.requireNonNull(values.get(ordinal));
  }

  @Override
  public int size() {
    return values.size();
  }

  @Override
  public boolean isNull(int ordinal) {
    return values.get(ordinal) == null;
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
    sink.text((String) at(ordinal));
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RowReader struct(int ordinal) {
    return new ValueRow(List.copyOf((List<?>) at(ordinal)));
  }

  @Override
  public RowReader list(int ordinal) {
    return new ValueRow(List.copyOf((List<?>) at(ordinal)));
  }
}
