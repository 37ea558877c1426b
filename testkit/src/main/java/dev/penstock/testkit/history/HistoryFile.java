package dev.penstock.testkit.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.testkit.history.Operation.Action;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The JSON form of a {@link ChangeHistory}. */
final class HistoryFile {
  private final JsonNode root;
  private final List<HistoryTable> tables;

  HistoryFile(JsonNode root) {
    this.root = root;
    this.tables = list(root.required("tables"), HistoryFile::table);
  }

  ChangeHistory history() {
    Map<String, List<String>> variants = new LinkedHashMap<>();
    root.required("variants")
        .properties()
        .forEach(v -> variants.put(v.getKey(), texts(v.getValue())));
    Map<String, Profile> profiles = new LinkedHashMap<>();
    root.required("profiles")
        .properties()
        .forEach(p -> profiles.put(p.getKey(), profile(p.getKey(), p.getValue())));
    return new ChangeHistory(
        root.required("name").textValue(),
        texts(root.required("fixture")),
        variants,
        tables,
        list(root.required("operations"), this::operation),
        list(root.required("finalState"), this::keyState),
        profiles);
  }

  static HistoryTable find(List<HistoryTable> tables, String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "table: "
                        + name
                        + " (expected: one of "
                        + tables.stream().map(HistoryTable::name).toList()
                        + ")"));
  }

  private static HistoryTable table(JsonNode node) {
    return new HistoryTable(
        node.required("name").textValue(),
        texts(node.required("key")),
        list(
            node.required("columns"),
            column ->
                new HistoryColumn(
                    column.required("name").textValue(),
                    HistoryColumn.Type.valueOf(column.required("type").textValue()),
                    column.path("repeated").booleanValue(),
                    column.path("since").intValue())));
  }

  private Operation operation(JsonNode node) {
    return new Operation(
        node.required("number").intValue(),
        node.required("title").textValue(),
        list(
            node.path("transactions"),
            transaction ->
                new Operation.Transaction(
                    texts(transaction.required("sql")),
                    transaction.path("rollback").booleanValue())),
        node.has("harness") ? action(node.required("harness")) : null,
        list(node.required("changes"), change -> change(change.textValue())),
        list(node.required("state"), this::keyState));
  }

  private Action action(JsonNode node) {
    String action = node.required("action").textValue();
    switch (action) {
      case "REPUBLISH":
        return new Action.Republish(node.required("operation").intValue());
      case "DELETE_UNSEEN":
        String table = node.required("table").textValue();
        return new Action.DeleteUnseen(
            node.required("operation").intValue(), table, key(table, node.required("key")));
      case "REPLAY":
        return new Action.Replay();
      default:
        throw new IllegalArgumentException(
            "action: " + action + " (expected: REPUBLISH, DELETE_UNSEEN or REPLAY)");
    }
  }

  /** {@code UPSERT order_lines 1,9}: type, table, key columns separated by commas. */
  private Change change(String line) {
    String[] parts = line.split(" ", 3);
    HistoryTable table = find(tables, parts[1]);
    String[] texts = table.key().size() == 1 ? new String[] {parts[2]} : parts[2].split(",", -1);
    List<Object> key = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      key.add(table.column(table.key().get(i)).keyPart(texts[i]));
    }
    return new Change(Change.Type.valueOf(parts[0]), table.name(), key);
  }

  private Profile profile(String name, JsonNode node) {
    return new Profile(
        name,
        node.required("variant").textValue(),
        node.required("rowsPerDelete").intValue(),
        list(
            node.required("rejected"),
            rejection ->
                new Profile.Rejection(
                    rejection.required("operation").intValue(),
                    rejection.required("position").intValue())),
        list(
            node.required("deviations"),
            deviation ->
                new Profile.Deviation(
                    deviation.required("from").intValue(),
                    deviation.required("to").intValue(),
                    keyState(deviation))));
  }

  private KeyState keyState(JsonNode node) {
    HistoryTable table = find(tables, node.required("table").textValue());
    JsonNode values = node.required("row");
    Map<String, @Nullable Object> row = null;
    if (!values.isNull()) {
      row = new LinkedHashMap<>();
      for (HistoryColumn column : table.columns()) {
        row.put(column.name(), column.value(values.get(column.name())));
      }
    }
    return new KeyState(table.name(), key(table.name(), node.required("key")), row);
  }

  private List<Object> key(String tableName, JsonNode node) {
    HistoryTable table = find(tables, tableName);
    List<Object> key = new ArrayList<>();
    for (int i = 0; i < table.key().size(); i++) {
      key.add(table.column(table.key().get(i)).scalar(node.required(i)));
    }
    return key;
  }

  private static List<String> texts(JsonNode node) {
    return list(node, JsonNode::textValue);
  }

  private static <T> List<T> list(JsonNode node, Function<JsonNode, T> element) {
    List<T> result = new ArrayList<>();
    node.forEach(child -> result.add(element.apply(child)));
    return result;
  }
}
