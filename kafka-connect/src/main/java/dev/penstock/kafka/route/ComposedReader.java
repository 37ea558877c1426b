package dev.penstock.kafka.route;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;

/** The fields of a value, then those of a key. One owner thread. */
final class ComposedReader implements RowReader {
  private final RowReader value;
  private final RowReader key;
  private final int split;

  ComposedReader(RowReader value, RowReader key) {
    this.value = value;
    this.key = key;
    this.split = value.size();
  }

  private RowReader of(int ordinal) {
    return ordinal < split ? value : key;
  }

  private int at(int ordinal) {
    return ordinal < split ? ordinal : ordinal - split;
  }

  @Override
  public int size() {
    return split + key.size();
  }

  @Override
  public boolean isNull(int ordinal) {
    return of(ordinal).isNull(at(ordinal));
  }

  @Override
  public void encode(int ordinal, FieldEncoder encoder) {
    of(ordinal).encode(at(ordinal), encoder);
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return of(ordinal).booleanAt(at(ordinal));
  }

  @Override
  public long longAt(int ordinal) {
    return of(ordinal).longAt(at(ordinal));
  }

  @Override
  public double doubleAt(int ordinal) {
    return of(ordinal).doubleAt(at(ordinal));
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return of(ordinal).decimalAt(at(ordinal));
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    of(ordinal).decimal(at(ordinal), sink);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    of(ordinal).text(at(ordinal), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    of(ordinal).bytes(at(ordinal), sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return of(ordinal).struct(at(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return of(ordinal).list(at(ordinal));
  }
}
