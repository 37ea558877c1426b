package dev.penstock.core.table;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
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

  /** The columns of rows that a table lacks, those inside its STRUCTs too. */
  public static List<NewColumn> missing(TableSchema table, TableSchema rows) {
    List<NewColumn> missing = new ArrayList<>();
    collect(List.of(), table, rows.columns(), missing);
    return missing;
  }

  private static void collect(
      List<String> path, TableSchema present, List<Column> wanted, List<NewColumn> missing) {
    for (Column column : wanted) {
      Column found = present.find(column.name()).orElse(null);
      if (found == null) {
        missing.add(new NewColumn(path, column));
      } else if (found.type() == ColumnType.STRUCT && column.type() == ColumnType.STRUCT) {
        List<String> nested = new ArrayList<>(path);
        nested.add(found.name());
        collect(nested, new TableSchema(found.fields()), column.fields(), missing);
      }
    }
  }

  /** The dotted path of the column. */
  public String path() {
    return parentPath.isEmpty()
        ? column.name()
        : String.join(".", parentPath) + "." + column.name();
  }
}
