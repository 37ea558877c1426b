package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Reads one record of a class after the other. One owner thread. */
final class RecordReader implements RowReader, JavaContainer {
  private final Class<?> type;
  private final RecordField[] fields;
  private final ExactDecimal exact = new ExactDecimal();
  private Object row = this;

  RecordReader(Class<?> type, List<RecordField> fields) {
    this.type = type;
    this.fields = fields.toArray(RecordField[]::new);
  }

  List<SourceField> fields() {
    return Arrays.stream(fields).map(field -> field.form().field()).toList();
  }

  @Override
  public @Nullable RowReader find(Object value) {
    return type.isInstance(value) ? on(value) : null;
  }

  RowReader on(Object newRow) {
    row = newRow;
    return this;
  }

  private @Nullable Object value(int ordinal) {
    return fields[ordinal].values().apply(row);
  }

  private JavaForm form(int ordinal) {
    return fields[ordinal].form();
  }

  private Object present(int ordinal) {
    Object value = value(ordinal);
    if (value == null) {
      throw new IllegalStateException(form(ordinal).path() + " is null");
    }
    return value;
  }

  @Override
  public int size() {
    return fields.length;
  }

  @Override
  public boolean isNull(int ordinal) {
    return form(ordinal).field().nullable() && value(ordinal) == null;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    @Nullable Predicate<Object> booleans = fields[ordinal].booleans();
    return booleans == null ? form(ordinal).toBoolean(present(ordinal)) : booleans.test(row);
  }

  @Override
  public long longAt(int ordinal) {
    @Nullable ToLongFunction<Object> longs = fields[ordinal].longs();
    return longs == null ? form(ordinal).toLong(present(ordinal)) : longs.applyAsLong(row);
  }

  @Override
  public double doubleAt(int ordinal) {
    @Nullable ToDoubleFunction<Object> doubles = fields[ordinal].doubles();
    return doubles == null ? form(ordinal).toDouble(present(ordinal)) : doubles.applyAsDouble(row);
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    decimal(ordinal, exact);
    return exact.value();
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    form(ordinal).toDecimal(present(ordinal), sink);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    form(ordinal).toText(present(ordinal), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    form(ordinal).toBytes(present(ordinal), sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return form(ordinal).toReader(present(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return form(ordinal).toReader(present(ordinal));
  }
}
