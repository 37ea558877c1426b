package dev.penstock.core.table;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the columns of a table with those that rows have, at all levels. */
final class SchemaUnion {
  private SchemaUnion() {}

  /**
   * Why a table does not hold rows of a schema, in words; empty when it does. It may have more
   * columns, as long as rows need not fill them, and more room in them.
   */
  static List<String> differences(LiveTable live, TableSchema wanted) {
    List<String> differences = new ArrayList<>();
    compare("", live.schema(), wanted, live.defaultedColumns(), differences);
    return differences;
  }

  private static void compare(
      String parent,
      TableSchema live,
      TableSchema wanted,
      List<String> defaulted,
      List<String> differences) {
    for (Column column : wanted.columns()) {
      String path = parent + column.name();
      Optional<Column> found = live.find(column.name());
      if (found.isEmpty()) {
        differences.add("'" + path + "' is missing");
      } else if (!holds(found.get(), column)) {
        differences.add(
            "'" + path + "' is " + found.get().sqlType() + " and not " + column.sqlType());
      } else if (column.type() == ColumnType.STRUCT) {
        compare(
            path + ".",
            new TableSchema(found.get().fields()),
            new TableSchema(column.fields()),
            List.of(),
            differences);
      }
    }
    for (Column column : live.columns()) {
      if (column.mode() == ColumnMode.REQUIRED
          && wanted.find(column.name()).isEmpty()
          && defaulted.stream().noneMatch(column.name()::equalsIgnoreCase)) {
        differences.add("'" + parent + column.name() + "' is REQUIRED");
      }
    }
  }

  /** Whether every value of a column fits into another; fields aside. */
  private static boolean holds(Column live, Column wanted) {
    boolean sameMode =
        live.mode() == wanted.mode()
            || (live.mode() == ColumnMode.NULLABLE && wanted.mode() == ColumnMode.REQUIRED);
    return sameMode && live.type() == wanted.type() && Widening.hasRoom(live, wanted);
  }
}
