package dev.penstock.core.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The columns of a table, in order. Names are unique without regard to case. Immutable. */
public record TableSchema(List<Column> columns) {
  /** Copies the columns and checks that their names differ. */
  public TableSchema {
    columns = List.copyOf(columns);
    long distinct = columns.stream().map(c -> c.name().toLowerCase(Locale.ROOT)).distinct().count();
    if (distinct != columns.size()) {
      throw new IllegalArgumentException(
          "columns: " + columns.stream().map(Column::name).toList() + " (expected: unique names)");
    }
  }

  /** Finds a column by name; BigQuery does not tell names apart by case. */
  public Optional<Column> find(String name) {
    return columns.stream().filter(c -> c.name().equalsIgnoreCase(name)).findFirst();
  }
}
