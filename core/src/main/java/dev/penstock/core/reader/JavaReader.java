package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads Java values that a container has laid out by ordinal: the fields of a map, or the elements
 * of a list. One owner thread.
 */
final class JavaReader implements RowReader {
  private final JavaForm[] forms;
  private final boolean uniform;
  private final ExactDecimal exact = new ExactDecimal();
  private @Nullable Object[] values;
  private int size;

  private JavaReader(JavaForm[] forms, boolean uniform) {
    this.forms = forms;
    this.uniform = uniform;
    this.size = uniform ? 0 : forms.length;
    this.values = new Object[Math.max(8, size)];
  }

  /** A reader with one form for each ordinal. */
  static JavaReader ofFields(JavaForm... forms) {
    return new JavaReader(forms, false);
  }

  /** A reader of any number of values that have one form. */
  static JavaReader ofElements(JavaForm element) {
    return new JavaReader(new JavaForm[] {element}, true);
  }

  /** Makes room for so many values, which the caller sets next. */
  void resize(int newSize) {
    if (newSize > values.length) {
      values = new Object[newSize + (newSize >> 1)];
    } else if (newSize < size) {
      // The values of an earlier, longer list would else stay reachable.
      Arrays.fill(values, newSize, size, null);
    }
    size = newSize;
  }

  void set(int ordinal, @Nullable Object value) {
    values[ordinal] = value;
  }

  JavaForm form(int ordinal) {
    return uniform ? forms[0] : forms[ordinal];
  }

  private Object present(int ordinal) {
    Object value = values[ordinal];
    if (value == null) {
      throw new IllegalStateException(form(ordinal).path() + " is null");
    }
    return value;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNull(int ordinal) {
    return values[ordinal] == null;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return form(ordinal).toBoolean(present(ordinal));
  }

  @Override
  public long longAt(int ordinal) {
    return form(ordinal).toLong(present(ordinal));
  }

  @Override
  public double doubleAt(int ordinal) {
    return form(ordinal).toDouble(present(ordinal));
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
