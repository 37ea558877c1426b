package dev.penstock.core.reader;

import java.util.Collection;
import java.util.List;

/** Arrays of one element type. One owner thread. */
final class AvroArrays implements AvroContainer {
  private final String path;
  private final AvroReader reader;

  AvroArrays(String path, AvroForm element) {
    this.path = path;
    this.reader = AvroReader.ofElements(element);
  }

  @Override
  public AvroReader on(Object value) {
    if (value instanceof List<?> list) {
      int size = list.size();
      reader.resize(size);
      for (int i = 0; i < size; i++) {
        reader.set(i, list.get(i));
      }
      return reader;
    }
    if (value instanceof Collection<?> elements) {
      reader.resize(elements.size());
      int i = 0;
      for (Object element : elements) {
        reader.set(i++, element);
      }
      return reader;
    }
    throw AvroForm.mismatch(path, "an array", value);
  }
}
