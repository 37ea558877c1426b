package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Collections and arrays of one element type. One owner thread. */
final class JavaLists implements JavaContainer {
  private final JavaReader elements;

  JavaLists(JavaForm element) {
    this.elements = JavaReader.ofElements(element);
  }

  @Override
  public @Nullable RowReader find(Object value) {
    if (value instanceof Collection<?> collection) {
      elements.resize(collection.size());
      Iterator<?> iterator = collection.iterator();
      for (int i = 0; iterator.hasNext(); i++) {
        elements.set(i, iterator.next());
      }
      return elements;
    }
    if (!value.getClass().isArray() || value instanceof byte[]) {
      return null;
    }
    int size = Array.getLength(value);
    elements.resize(size);
    for (int i = 0; i < size; i++) {
      elements.set(i, Array.get(value, i));
    }
    return elements;
  }
}
