package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.model.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a row or struct by name, without regard to case. Immutable. */
final class JsonFields {
  private final List<JsonForm> forms;
  private final Map<String, Integer> ordinals = new HashMap<>();

  /**
   * Fields by the names that documents have them under.
   *
   * @param names one for each form
   */
  JsonFields(List<JsonForm> forms, List<String> names) {
    this.forms = List.copyOf(forms);
    for (int ordinal = 0; ordinal < forms.size(); ordinal++) {
      String name = names.get(ordinal);
      ordinals.put(name, ordinal);
      ordinals.put(Names.fold(name), ordinal);
    }
  }

  /** The ordinal of a name; null when there is no such field. */
  @Nullable Integer find(String name) {
    Integer exact = ordinals.get(name);
    return exact != null ? exact : ordinals.get(Names.fold(name));
  }

  JsonForm form(int ordinal) {
    return forms.get(ordinal);
  }

  int size() {
    return forms.size();
  }

  List<SourceField> sourceFields() {
    return forms.stream().map(JsonForm::field).toList();
  }
}
