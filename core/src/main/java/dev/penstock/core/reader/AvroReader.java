package dev.penstock.core.reader;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.StructFields;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads values that a container has laid out by ordinal: the fields of a record or entry, or the
 * elements of an array. One owner thread.
 */
final class AvroReader implements RowReader {
  private final AvroForm[] forms;
  private final boolean uniform;
  private @Nullable Object[] values;
  private int size;

  private AvroReader(AvroForm[] forms, boolean uniform) {
    this.forms = forms;
    this.uniform = uniform;
    this.size = uniform ? 0 : forms.length;
    this.values = new Object[Math.max(8, size)];
  }

  /** A reader with one form for each ordinal. */
  static AvroReader ofFields(AvroForm... forms) {
    return new AvroReader(forms, false);
  }

  /** A reader of any number of values that have one form. */
  static AvroReader ofElements(AvroForm element) {
    return new AvroReader(new AvroForm[] {element}, true);
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

  private AvroForm form(int ordinal) {
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
    if (values[ordinal] != null) {
      return false;
    }
    if (!uniform && forms[ordinal].required()) {
      throw forms[ordinal].missing();
    }
    return true;
  }

  @Override
  public void encode(StructFields fields) {
    for (int i = 0; i < fields.size(); i++) {
      encode(fields.ordinal(i), fields.encoder(i));
    }
  }

  @Override
  public void encodeElements(FieldEncoder list) {
    FieldEncoder element = list.beginList(size);
    for (int i = 0; i < size && !list.isRefused(); i++) {
      encode(i, element);
    }
    list.endList();
  }

  @Override
  public void encode(int ordinal, FieldEncoder encoder) {
    Object value = values[ordinal];
    if (value != null) {
      form(ordinal).encode(value, encoder);
    } else if (isNull(ordinal)) {
      encoder.absent();
    }
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
    return form(ordinal).toDecimal(present(ordinal));
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
