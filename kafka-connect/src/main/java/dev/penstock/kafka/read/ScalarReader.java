package dev.penstock.kafka.read;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one primitive after the other as a row of one column. One owner thread. */
public final class ScalarReader implements ColumnsReader {
  private final ValueForm form;
  private @Nullable Object value;

  ScalarReader(ValueForm form) {
    this.form = form;
  }

  @Override
  public List<SourceField> fields() {
    return List.of(form.field());
  }

  @Override
  public void on(Object next) {
    value = next;
  }

  private Object present() {
    Object present = value;
    if (present == null) {
      throw new IllegalStateException(form.field().name() + " is null");
    }
    return present;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public boolean isNull(int ordinal) {
    return value == null;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return (Boolean) present();
  }

  @Override
  public long longAt(int ordinal) {
    return form.toLong(present());
  }

  @Override
  public double doubleAt(int ordinal) {
    return form.toDouble(present());
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return form.toDecimal(present());
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    form.toText(present(), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    form.toBytes(present(), sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return form.toReader(present());
  }

  @Override
  public RowReader list(int ordinal) {
    return form.toReader(present());
  }
}
