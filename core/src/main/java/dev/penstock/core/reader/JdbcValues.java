package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Reads the attributes of a struct or the elements of an array. One owner thread. */
final class JdbcValues implements RowReader {
  private final JdbcForm[] forms;
  private final boolean uniform;
  private @Nullable Object[] values = {};

  private JdbcValues(JdbcForm[] forms, boolean uniform) {
    this.forms = forms;
    this.uniform = uniform;
  }

  /** A reader with one form for each ordinal. */
  static JdbcValues ofFields(JdbcForm... fields) {
    return new JdbcValues(fields, false);
  }

  /** A reader of any number of values that have one form. */
  static JdbcValues ofElements(JdbcForm element) {
    return new JdbcValues(new JdbcForm[] {element}, true);
  }

  /** Reads these values from now on. */
  JdbcValues on(@Nullable Object[] newValues) {
    if (!uniform && newValues.length != forms.length) {
      String path = forms[0].path();
      throw new RowFaultException(
          path,
          "The struct of '"
              + path
              + "' has "
              + newValues.length
              + " fields, and "
              + forms.length
              + " were declared. Leave the column out, or report it.");
    }
    values = newValues;
    return this;
  }

  private JdbcForm form(int ordinal) {
    return forms[uniform ? 0 : ordinal];
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
    return values.length;
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
    return form(ordinal).toDecimal(present(ordinal));
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    sink.text(form(ordinal).toText(present(ordinal)));
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    form(ordinal).toBytes(present(ordinal), sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return form(ordinal).toStruct(present(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return form(ordinal).toList(present(ordinal));
  }
}
