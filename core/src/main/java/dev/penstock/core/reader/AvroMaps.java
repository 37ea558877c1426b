package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import java.util.List;
import java.util.Map;

/** Maps as lists of structs {@code key, value}, in the map's order. One owner thread. */
final class AvroMaps implements AvroContainer {
  private final String path;
  private final AvroReader entries;

  private final AvroForm entry;

  AvroMaps(String path, AvroForm key, AvroForm value) {
    this.path = path;
    SourceField struct = SourceField.struct("element", false, List.of(key.field(), value.field()));
    this.entry = new AvroForm(struct, path, "map", false, null, new Entries(key, value));
    this.entries = AvroReader.ofElements(entry);
  }

  /** The struct that each entry is. */
  SourceField entry() {
    return entry.field();
  }

  @Override
  public AvroReader on(Object value) {
    if (value instanceof Map<?, ?> map) {
      entries.resize(map.size());
      int i = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        entries.set(i++, entry);
      }
      return entries;
    }
    throw AvroForm.mismatch(path, "a map", value);
  }

  private static final class Entries implements AvroContainer {
    private final AvroReader reader;

    Entries(AvroForm key, AvroForm value) {
      this.reader = AvroReader.ofFields(key, value);
    }

    @Override
    public AvroReader on(Object value) {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
      reader.set(0, entry.getKey());
      reader.set(1, entry.getValue());
      return reader;
    }
  }
}
