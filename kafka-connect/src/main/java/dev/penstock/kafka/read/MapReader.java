package dev.penstock.kafka.read;

import dev.penstock.core.encode.RowReader;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one map after the other as a list of structs {@code key, value}. One owner thread. */
final class MapReader implements ContainerReader {
  private final EntryReader entry;
  private @Nullable Object[] entries = new Object[16];
  private int size;

  MapReader(ValueForm key, ValueForm value) {
    this.entry = new EntryReader(key, value);
  }

  @Override
  public void on(Object container) {
    Map<?, ?> map = (Map<?, ?>) container;
    size = map.size();
    if (entries.length < 2 * size) {
      entries = Arrays.copyOf(entries, 2 * size);
    }
    int at = 0;
    for (Map.Entry<?, ?> pair : map.entrySet()) {
      entries[at++] = pair.getKey();
      entries[at++] = pair.getValue();
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNull(int ordinal) {
    return false;
  }

  @Override
  public RowReader struct(int ordinal) {
    entry.key = entries[2 * ordinal];
    entry.value = entries[2 * ordinal + 1];
    return entry;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    throw notStruct();
  }

  @Override
  public long longAt(int ordinal) {
    throw notStruct();
  }

  @Override
  public double doubleAt(int ordinal) {
    throw notStruct();
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    throw notStruct();
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    throw notStruct();
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    throw notStruct();
  }

  @Override
  public RowReader list(int ordinal) {
    throw notStruct();
  }

  private static IllegalStateException notStruct() {
    return new IllegalStateException("the elements of a map are structs");
  }

  /** One entry: ordinal 0 is the key, ordinal 1 the value. */
  private static final class EntryReader implements RowReader {
    private final ValueForm keyForm;
    private final ValueForm valueForm;
    private @Nullable Object key;
    private @Nullable Object value;

    EntryReader(ValueForm keyForm, ValueForm valueForm) {
      this.keyForm = keyForm;
      this.valueForm = valueForm;
    }

    private ValueForm form(int ordinal) {
      return ordinal == 0 ? keyForm : valueForm;
    }

    private Object present(int ordinal) {
      Object present = ordinal == 0 ? key : value;
      if (present == null) {
        throw new IllegalStateException("entry " + ordinal + " is null");
      }
      return present;
    }

    @Override
    public int size() {
      return 2;
    }

    @Override
    public boolean isNull(int ordinal) {
      Object any = ordinal == 0 ? key : value;
      return any == null || form(ordinal).isAbsent(any);
    }

    @Override
    public boolean booleanAt(int ordinal) {
      return (Boolean) present(ordinal);
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
}
