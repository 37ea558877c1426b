package dev.penstock.core.table;

import dev.penstock.core.model.Column;
import java.util.List;

/**
 * A column to add. Immutable.
 *
 * @param parentPath the STRUCT columns that hold it, from the root; empty for a top-level column
 */
public record NewColumn(List<String> parentPath, Column column) {
  /** Copies the path. */
  public NewColumn {
    parentPath = List.copyOf(parentPath);
  }

  /** The dotted path of the column. */
  public String path() {
    return parentPath.isEmpty()
        ? column.name()
        : String.join(".", parentPath) + "." + column.name();
  }
}
