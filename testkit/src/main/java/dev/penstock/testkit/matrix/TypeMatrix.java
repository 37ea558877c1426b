package dev.penstock.testkit.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.testkit.matrix.MatrixCase.Difference;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every type of BigQuery with values that a source may hold and what is stored for each, whichever
 * road they take; where a road differs, its difference has a name. Immutable.
 *
 * @param columns one for each type, with parameters where they matter
 * @param unsupported types that no road writes, with the reason
 * @param notes what the names of differences mean
 */
public record TypeMatrix(
    List<MatrixColumn> columns, Map<String, String> unsupported, Map<String, String> notes) {
  /** Copies the parts and keeps their order. */
  public TypeMatrix {
    columns = List.copyOf(columns);
    unsupported = Collections.unmodifiableMap(new LinkedHashMap<>(unsupported));
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
  }

  /** The matrix of this version. */
  public static TypeMatrix load() {
    try (InputStream file = TypeMatrix.class.getResourceAsStream("types.json")) {
      JsonNode root = new ObjectMapper().readTree(file);
      List<MatrixColumn> columns = new ArrayList<>();
      root.required("columns").forEach(node -> columns.add(column(node)));
      return new TypeMatrix(
          columns, texts(root.required("unsupported")), texts(root.required("notes")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().textValue()));
    return texts;
  }

  private static MatrixColumn column(JsonNode node) {
    String name = node.required("name").textValue();
    Map<String, Difference> ofAll = differences(node);
    List<MatrixCase> cases = new ArrayList<>();
    for (JsonNode each : node.required("cases")) {
      Map<String, Difference> differing = new HashMap<>(ofAll);
      differing.putAll(differences(each));
      cases.add(
          new MatrixCase(
              name + "#" + cases.size(),
              each.required("case").textValue(),
              each.required("value"),
              outcome(each),
              differing));
    }
    return new MatrixColumn(name, node.required("type").textValue(), cases);
  }

  private static Outcome outcome(JsonNode node) {
    return node.has("refused")
        ? new Outcome.Refused(node.get("refused").textValue())
        : new Outcome.Stored(node.has("stored") ? node.get("stored") : node.required("value"));
  }

  private static Map<String, Difference> differences(JsonNode node) {
    Map<String, Difference> differences = new HashMap<>();
    node.path("differs")
        .properties()
        .forEach(entry -> differences.put(entry.getKey(), difference(entry.getValue())));
    return differences;
  }

  private static Difference difference(JsonNode node) {
    String note = node.required("note").textValue();
    return new Difference(
        note, node.has("stored") || node.has("refused") ? outcome(node) : new Outcome.NotCarried());
  }
}
