package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Names;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps whose keys are the names of fields. One owner thread. */
final class MapFields implements JavaContainer {
  private final String path;
  private final List<JavaForm> forms;
  private final JavaReader reader;

  /**
   * Maps with these fields.
   *
   * @param path of the field from the root; empty for the root itself
   */
  MapFields(String path, List<JavaForm> forms) {
    this.path = path;
    this.forms = forms;
    this.reader = JavaReader.ofFields(forms.toArray(JavaForm[]::new));
  }

  List<SourceField> fields() {
    return forms.stream().map(JavaForm::field).toList();
  }

  @Override
  public @Nullable RowReader find(Object value) {
    return value instanceof Map<?, ?> map ? on(map) : null;
  }

  RowReader on(Map<?, ?> map) {
    int found = 0;
    for (int i = 0; i < forms.size(); i++) {
      String name = forms.get(i).field().name();
      Object value = map.get(name);
      reader.set(i, value);
      if (value != null || map.containsKey(name)) {
        found++;
      }
    }
    if (found < map.size()) {
      matchOthers(map);
    }
    return reader;
  }

  /** Column names have no case, and keys have: what did not match letter by letter may yet. */
  private void matchOthers(Map<?, ?> map) {
    boolean[] taken = new boolean[forms.size()];
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      int ordinal = ordinal(entry.getKey());
      if (taken[ordinal]) {
        throw fault(
            forms.get(ordinal).path(),
            "The row has field '"
                + forms.get(ordinal).path()
                + "' in two spellings that differ by case. Send it once.");
      }
      taken[ordinal] = true;
      reader.set(ordinal, entry.getValue());
    }
  }

  private int ordinal(@Nullable Object key) {
    if (!(key instanceof String name)) {
      throw fault(
          path.isEmpty() ? null : path,
          "A map"
              + (path.isEmpty() ? "" : " in field '" + path + "'")
              + " has a key that is "
              + (key == null ? "null" : "a " + key.getClass().getName())
              + ". Use the names of the columns as keys.");
    }
    for (int i = 0; i < forms.size(); i++) {
      if (Names.fold(forms.get(i).field().name()).equals(Names.fold(name))) {
        return i;
      }
    }
    String unknown = path.isEmpty() ? name : path + "." + name;
    throw fault(
        unknown,
        "The row has a field '"
            + unknown
            + "' that the schema lacks. Add the column, or leave the field out.");
  }

  private static RowFaultException fault(@Nullable String path, String message) {
    return new RowFaultException(new RowFault(ErrorCode.ROW_INVALID, path, message));
  }
}
