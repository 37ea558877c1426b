package dev.penstock.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The columns of a table, in order. Names are unique without regard to case. Immutable. */
public final class TableSchema {
  private final List<Column> columns;

  /** By lower-case name: a table has up to 10,000 columns. */
  private final Map<String, Column> byName;

  /** Copies the columns and checks that their names differ. */
  public TableSchema(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.byName = new HashMap<>(2 * columns.size());
    for (Column column : columns) {
      if (byName.put(Names.fold(column.name()), column) != null) {
        throw new IllegalArgumentException(
            "columns: "
                + columns.stream().map(Column::name).toList()
                + " (expected: unique names)");
      }
    }
  }

  /** The columns. */
  public List<Column> columns() {
    return columns;
  }

  /** Finds a column by name; BigQuery does not tell names apart by case. */
  public Optional<Column> find(String name) {
    return Optional.ofNullable(byName.get(Names.fold(name)));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TableSchema schema && columns.equals(schema.columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public String toString() {
    return "TableSchema[columns=" + columns + "]";
  }
}
