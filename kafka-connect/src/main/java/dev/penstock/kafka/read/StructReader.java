package dev.penstock.kafka.read;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.StructFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Reads one {@link Struct} after the other, all of one schema. A null stays null where the schema
 * is optional: a default of the schema is never put in its place. One owner thread.
 */
public final class StructReader implements ContainerReader, ColumnsReader {
  private final Field[] fields;
  private final ValueForm[] forms;
  private final boolean[] withoutDefault;
  private final int[] mayBeUnavailable;
  private final ReadOptions options;
  private Struct struct;

  StructReader(List<Field> fields, List<ValueForm> forms, Struct initial, ReadOptions options) {
    this.fields = fields.toArray(Field[]::new);
    this.forms = forms.toArray(ValueForm[]::new);
    this.struct = initial;
    this.options = options;
    this.withoutDefault = new boolean[this.fields.length];
    int[] candidates = new int[this.fields.length];
    int count = 0;
    for (int i = 0; i < this.fields.length; i++) {
      var schema = this.fields[i].schema();
      withoutDefault[i] = schema.isOptional() && schema.defaultValue() != null;
      if (this.forms[i].mayBeUnavailable()) {
        candidates[count++] = i;
      }
    }
    this.mayBeUnavailable = Arrays.copyOf(candidates, count);
  }

  /** Reads this struct from now on. */
  public StructReader read(Struct next) {
    struct = next;
    return this;
  }

  @Override
  public void on(Object container) {
    struct = (Struct) container;
  }

  @Override
  public List<SourceField> fields() {
    List<SourceField> list = new ArrayList<>(forms.length);
    for (ValueForm form : forms) {
      list.add(form.field());
    }
    return list;
  }

  /** The Connect field behind an ordinal. */
  public Field connectField(int ordinal) {
    return fields[ordinal];
  }

  /**
   * Finds a column whose value the source did not log and that must not be written; null when there
   * is none or the policy lets it pass.
   */
  public @Nullable String findUnavailable() {
    UnavailableValue unavailable = options.unavailable();
    boolean refused =
        unavailable.policy() == UnavailableValue.Policy.FAIL
            || unavailable.policy() == UnavailableValue.Policy.DLQ;
    if (refused) {
      for (int ordinal : mayBeUnavailable) {
        Object value = valueAt(ordinal);
        if (value != null && unavailable.matches(value)) {
          return forms[ordinal].field().name();
        }
      }
    }
    return null;
  }

  private @Nullable Object valueAt(int ordinal) {
    Field field = fields[ordinal];
    return withoutDefault[ordinal] ? struct.getWithoutDefault(field.name()) : struct.get(field);
  }

  private Object presentAt(int ordinal) {
    Object value = valueAt(ordinal);
    if (value == null) {
      throw new IllegalStateException(forms[ordinal].field().name() + " is null");
    }
    return value;
  }

  @Override
  public int size() {
    return fields.length;
  }

  @Override
  public boolean isNull(int ordinal) {
    Object value = valueAt(ordinal);
    return value == null || forms[ordinal].isAbsent(value);
  }

  @Override
  public void encode(StructFields written) {
    for (int i = 0; i < written.size(); i++) {
      encode(written.ordinal(i), written.encoder(i));
    }
  }

  @Override
  public void encode(int ordinal, FieldEncoder encoder) {
    forms[ordinal].encode(valueAt(ordinal), encoder);
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return (Boolean) presentAt(ordinal);
  }

  @Override
  public long longAt(int ordinal) {
    return forms[ordinal].toLong(presentAt(ordinal));
  }

  @Override
  public double doubleAt(int ordinal) {
    return forms[ordinal].toDouble(presentAt(ordinal));
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return forms[ordinal].toDecimal(presentAt(ordinal));
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    forms[ordinal].toDecimal(presentAt(ordinal), sink);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    forms[ordinal].toText(presentAt(ordinal), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    forms[ordinal].toBytes(presentAt(ordinal), sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return forms[ordinal].toReader(presentAt(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return forms[ordinal].toReader(presentAt(ordinal));
  }
}
