package dev.penstock.kafka.read;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowReader;
import dev.penstock.kafka.read.ReadOptions.NullElements;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the elements of one list after the other. One owner thread. */
final class ListReader implements ContainerReader {
  private final ValueForm element;
  private final NullElements nullElements;
  private final @Nullable Object standIn;
  private List<?> list = List.of();

  /**
   * A reader of lists.
   *
   * @param standIn takes the place of null elements where the policy asks for it; null for element
   *     types that have no neutral value
   */
  ListReader(ValueForm element, NullElements nullElements, @Nullable Object standIn) {
    this.element = element;
    this.nullElements = nullElements;
    this.standIn = standIn;
  }

  @Override
  public void on(Object container) {
    List<?> next = (List<?>) container;
    list = nullElements == NullElements.FAIL || !holdsNull(next) ? next : withoutNulls(next);
  }

  private static boolean holdsNull(List<?> list) {
    for (Object value : list) {
      if (value == null) {
        return true;
      }
    }
    return false;
  }

  private List<?> withoutNulls(List<?> values) {
    List<@Nullable Object> kept = new ArrayList<>(values.size());
    for (Object value : values) {
      if (value != null) {
        kept.add(value);
      } else if (nullElements == NullElements.DEFAULT) {
        kept.add(standIn);
      }
    }
    return kept;
  }

  @Override
  public int size() {
    return list.size();
  }

  @Override
  public boolean isNull(int ordinal) {
    Object value = list.get(ordinal);
    return value == null || element.isAbsent(value);
  }

  @Override
  public void encodeElements(FieldEncoder repeated) {
    int size = list.size();
    FieldEncoder encoder = repeated.beginList(size);
    for (int i = 0; i < size && !repeated.isRefused(); i++) {
      encode(i, encoder);
    }
    repeated.endList();
  }

  @Override
  public void encode(int ordinal, FieldEncoder encoder) {
    element.encode(list.get(ordinal), encoder);
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return (Boolean) list.get(ordinal);
  }

  @Override
  public long longAt(int ordinal) {
    return element.toLong(list.get(ordinal));
  }

  @Override
  public double doubleAt(int ordinal) {
    return element.toDouble(list.get(ordinal));
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return element.toDecimal(list.get(ordinal));
  }

  @Override
  public void decimal(int ordinal, DecimalSink sink) {
    element.toDecimal(list.get(ordinal), sink);
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    element.toText(list.get(ordinal), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    element.toBytes(list.get(ordinal), sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return element.toReader(list.get(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return element.toReader(list.get(ordinal));
  }
}
