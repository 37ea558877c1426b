package dev.penstock.core.encode;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of plain Java values: Boolean, Long, Double, BigDecimal, String, ByteString for a text that
 * is UTF-8 already, byte[], digits of a decimal, and lists of them for structs and lists. One owner
 * thread.
 */
final class FakeRow implements RowReader {
  private final List<@Nullable Object> values;

  /** A decimal as the digits that it has in a source, without an object for the number. */
  @SuppressWarnings("ArrayRecordComponent") // Nothing compares it.
  record Digits(byte[] unscaled, int scale) {}

  FakeRow(List<@Nullable Object> values) {
    this.values = values;
  }

  static FakeRow of(@Nullable Object... values) {
    return new FakeRow(Arrays.asList(values));
  }

  private <T> T value(int ordinal, Class<T> type) {
    return type.cast(values.get(ordinal));
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
    return value(ordinal, Boolean.class);
  }

  @Override
  public long longAt(int ordinal) {
    return value(ordinal, Long.class);
  }

  @Override
  public double doubleAt(int ordinal) {
    return value(ordinal, Double.class);
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return value(ordinal, BigDecimal.class);
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    if (values.get(ordinal) instanceof Digits digits) {
      sink.decimal(digits.unscaled, 0, digits.unscaled.length, digits.scale);
    } else {
      sink.decimal(decimalAt(ordinal));
    }
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    if (values.get(ordinal) instanceof ByteString utf8) {
      byte[] padded = new byte[utf8.size() + 4];
      utf8.copyTo(padded, 2);
      sink.utf8(padded, 2, utf8.size());
    } else {
      sink.text(value(ordinal, String.class));
    }
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    byte[] bytes = value(ordinal, byte[].class);
    sink.bytes(bytes, 0, bytes.length);
  }

  @Override
  @SuppressWarnings("unchecked") // Structs and lists are lists of values by this class's contract.
  public RowReader struct(int ordinal) {
    return new FakeRow(value(ordinal, List.class));
  }

  @Override
  public RowReader list(int ordinal) {
    return struct(ordinal);
  }
}
