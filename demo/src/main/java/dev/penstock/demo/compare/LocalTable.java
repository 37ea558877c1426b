package dev.penstock.demo.compare;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.demo.stack.LocalRest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table of local BigQuery as the comparison sees it. Thread-safe. */
public final class LocalTable {
  private static final List<String> FORBIDDEN =
      List.of("_change_type", "_change_sequence_number", "__deleted", "__op", "__lsn");

  private final LocalRest rest;
  private final String name;

  public LocalTable(LocalRest rest, String name) {
    this.rest = rest;
    this.name = name;
  }

  /** What is wrong with the columns, one line each; empty when they fit PostgreSQL's. */
  public List<String> schemaFaults(PostgresTable expected) {
    JsonNode table = rest.findTable(name);
    if (table == null) {
      return List.of(name + ": the table does not exist in BigQuery");
    }
    Map<String, JsonNode> fields = fields(table);
    List<String> faults = new ArrayList<>();
    for (ComparedColumn column : expected.columns()) {
      JsonNode field = fields.remove(column.name());
      if (field == null) {
        faults.add(name + ": column " + column.name() + " is missing in BigQuery");
      } else if (!column.form().allows(field.path("type").asText())
          || column.repeated() != field.path("mode").asText().equals("REPEATED")) {
        faults.add(name + ": column " + column.name() + " has type " + field.path("type").asText());
      }
    }
    fields.keySet().forEach(extra -> faults.add(name + ": unexpected column " + extra));
    return faults;
  }

  /** Columns that must never be visible: change data capture's own, and Debezium's marks. */
  public List<String> forbiddenColumns() {
    JsonNode table = rest.findTable(name);
    return table == null
        ? List.of()
        : fields(table).keySet().stream()
            .filter(column -> FORBIDDEN.contains(column.toLowerCase(Locale.ROOT)))
            .toList();
  }

  private static Map<String, JsonNode> fields(JsonNode table) {
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    table.at("/schema/fields").forEach(field -> fields.put(field.path("name").asText(), field));
    return fields;
  }

  /** Reads every row, with the cells in the order of PostgreSQL's columns. */
  public TableContent content(PostgresTable expected) {
    JsonNode table = rest.findTable(name);
    PostgresTable.ContentBuilder content = new PostgresTable.ContentBuilder(expected);
    if (table != null) {
      int[] positions = positions(expected, new ArrayList<>(fields(table).keySet()));
      rest.listRows(name, row -> content.add(cells(expected.columns(), positions, row.path("f"))));
    }
    return content.build();
  }

  private static int[] positions(PostgresTable expected, List<String> fields) {
    return expected.columns().stream().mapToInt(column -> fields.indexOf(column.name())).toArray();
  }

  private static List<@Nullable String> cells(
      List<ComparedColumn> columns, int[] positions, JsonNode cells) {
    List<@Nullable String> row = new ArrayList<>(columns.size());
    for (int i = 0; i < positions.length; i++) {
      row.add(
          positions[i] < 0
              ? null
              : columns.get(i).fromBigQuery(cells.path(positions[i]).path("v")));
    }
    return row;
  }
}
