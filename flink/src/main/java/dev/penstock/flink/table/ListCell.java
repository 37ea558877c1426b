package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.io.IOException;
import org.apache.flink.table.data.GenericArrayData;

/** Makes arrays, element by element; BigQuery's hold no NULL. One owner thread. */
final class ListCell implements CellConverter {
  private final CellConverter element;

  ListCell(CellConverter element) {
    this.element = element;
  }

  @Override
  public Object convert(RowReader row, int ordinal) throws IOException {
    RowReader list = row.list(ordinal);
    Object[] elements = new Object[list.size()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = element.convert(list, i);
    }
    return new GenericArrayData(elements);
  }
}
