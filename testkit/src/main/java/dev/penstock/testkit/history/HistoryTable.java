package dev.penstock.testkit.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source table of a history. Immutable.
 *
 * @param key the names of the key columns
 */
public record HistoryTable(String name, List<String> key, List<HistoryColumn> columns) {
  /** Copies the lists. */
  public HistoryTable {
    key = List.copyOf(key);
    columns = List.copyOf(columns);
  }

  /** The columns that the table has once an operation is applied. */
  public List<HistoryColumn> columnsAfter(int operation) {
    return columns.stream().filter(column -> column.since() <= operation).toList();
  }

  /** The column of this name. */
  public HistoryColumn column(String column) {
    return columns.stream()
        .filter(candidate -> candidate.name().equals(column))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " has no column " + column));
  }

  /** The key of a row, in the order of {@link #key()}. */
  public List<Object> keyOf(Map<String, ? extends @Nullable Object> row) {
    return key.stream().map(column -> (Object) row.get(column)).toList();
  }

  /**
   * A row as read from a table in the form that a history has it, so that both can be compared:
   * JSON text is parsed, decimals lose trailing zeros. Unknown columns stay as they are.
   */
  public Map<String, @Nullable Object> comparable(Map<String, ? extends @Nullable Object> row) {
    Map<String, @Nullable Object> result = new LinkedHashMap<>(row);
    for (HistoryColumn column : columns) {
      if (row.containsKey(column.name())) {
        result.put(column.name(), column.comparable(row.get(column.name())));
      }
    }
    return Collections.unmodifiableMap(result);
  }
}
