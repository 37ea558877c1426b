package dev.penstock.testkit.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every row of every table of a history at one moment. Immutable. */
public final class HistoryState {
  private final Map<String, Map<List<Object>, Map<String, @Nullable Object>>> tables;

  HistoryState(Map<String, Map<List<Object>, Map<String, @Nullable Object>>> tables) {
    this.tables = tables;
  }

  /** The states of keys applied one after another; a row shows the columns of its operation. */
  static HistoryState of(List<HistoryTable> tables, int operation, Iterable<KeyState> keys) {
    Map<String, Map<List<Object>, Map<String, @Nullable Object>>> state = new LinkedHashMap<>();
    tables.forEach(table -> state.put(table.name(), new LinkedHashMap<>()));
    for (KeyState key : keys) {
      HistoryTable table = HistoryFile.find(tables, key.table());
      state.computeIfPresent(
          table.name(),
          (name, rows) -> {
            Map<String, @Nullable Object> row = key.row();
            if (row == null) {
              rows.remove(key.key());
            } else {
              rows.put(key.key(), visible(row, table.columnsAfter(operation)));
            }
            return rows;
          });
    }
    return new HistoryState(state);
  }

  private static Map<String, @Nullable Object> visible(
      Map<String, @Nullable Object> row, List<HistoryColumn> columns) {
    Map<String, @Nullable Object> visible = new LinkedHashMap<>();
    columns.forEach(column -> visible.put(column.name(), row.get(column.name())));
    return Collections.unmodifiableMap(visible);
  }

  /** The rows of a table by key; a row has a value for each column that the table has by then. */
  public Map<List<Object>, Map<String, @Nullable Object>> rows(String table) {
    return Collections.unmodifiableMap(tables.getOrDefault(table, Map.of()));
  }

  /** The row of a key; null if it is absent. */
  public @Nullable Map<String, @Nullable Object> row(String table, Object... key) {
    return rows(table).get(List.of(key));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HistoryState state && state.tables.equals(tables);
  }

  @Override
  public int hashCode() {
    return tables.hashCode();
  }

  @Override
  public String toString() {
    return tables.toString();
  }
}
