package dev.penstock.testkit.history;

import java.util.List;

/**
 * One change of one key as a sink must see it. Immutable.
 *
 * @param table the source table
 * @param key the values of the key columns in the table's key order
 */
public record Change(Type type, String table, List<Object> key) {
  /** What a change does to its key; the names are those of BigQuery's {@code _CHANGE_TYPE}. */
  public enum Type {
    UPSERT,
    DELETE
  }

  /** Copies the key. */
  public Change {
    key = List.copyOf(key);
  }
}
