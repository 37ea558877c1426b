package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.ColumnType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The fields that options mark as JSON or GEOGRAPHY, and whether each was met. One use. */
final class AvroMarks {
  private final Set<String> json;
  private final Set<String> geography;
  private final Map<String, String> types = new HashMap<>();

  AvroMarks(AvroOptions options) {
    this.json = options.jsonFieldPaths();
    this.geography = options.geographyFieldPaths();
  }

  /** Notes that a field without text exists. */
  void met(String path, String avroType) {
    types.putIfAbsent(path, avroType);
  }

  /** The source field of a string. */
  SourceField text(String path, String name, boolean nullable) {
    types.put(path, "");
    if (json.contains(path)) {
      return SourceField.of(name, ValueKind.JSON, nullable);
    }
    SourceField text = SourceField.of(name, ValueKind.TEXT, nullable);
    return geography.contains(path) ? text.withColumnType(ColumnType.GEOGRAPHY) : text;
  }

  /** What is wrong with the marks, once all fields were met. */
  List<String> refusals() {
    List<String> refusals = new ArrayList<>();
    refuse("jsonFieldPath", json, refusals);
    refuse("geographyFieldPath", geography, refusals);
    for (String path : new TreeSet<>(json)) {
      if (geography.contains(path)) {
        refusals.add(
            "jsonFieldPath, geographyFieldPath: "
                + path
                + " (expected: a field is one of them, not both).");
      }
    }
    return refusals;
  }

  private void refuse(String option, Set<String> paths, List<String> refusals) {
    for (String path : new TreeSet<>(paths)) {
      String type = types.get(path);
      if (type == null) {
        refusals.add(option + ": " + path + " (expected: a field of the schema).");
      } else if (!type.isEmpty()) {
        refusals.add(option + ": " + path + " (expected: a string field; it is " + type + ").");
      }
    }
  }
}
