package dev.penstock.testkit.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a table holds under one key. Immutable.
 *
 * @param key the values of the key columns in the table's key order
 * @param row a value for every column of the table, {@code since} notwithstanding; null if the key
 *     is absent
 */
public record KeyState(
    String table, List<Object> key, @Nullable Map<String, @Nullable Object> row) {
  /** Copies the key and the row. */
  public KeyState {
    key = List.copyOf(key);
    row = row == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(row));
  }
}
