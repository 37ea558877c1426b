package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps as lists of structs {@code key, value}, in the map's order. One owner thread. */
final class JavaMaps implements JavaContainer {
  private final JavaReader entries;

  JavaMaps(String path, SourceField entry, JavaForm key, JavaForm value) {
    this.entries = JavaReader.ofElements(new JavaForm(entry, path, new Entries(key, value)));
  }

  @Override
  public @Nullable RowReader find(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return null;
    }
    entries.resize(map.size());
    int i = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      entries.set(i++, entry);
    }
    return entries;
  }

  private static final class Entries implements JavaContainer {
    private final JavaReader reader;

    Entries(JavaForm key, JavaForm value) {
      this.reader = JavaReader.ofFields(key, value);
    }

    @Override
    public RowReader find(Object value) {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
      reader.set(0, entry.getKey());
      reader.set(1, entry.getValue());
      return reader;
    }
  }
}
