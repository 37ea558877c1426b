package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The SQL of a table's staged rows: those of all its streams that are not in the table yet, each
 * with its stream and its offset. Immutable.
 */
final class StagedTable {
  /** Hidden columns; no user column may start with {@code _TABLE_} (RT-042). */
  static final String STREAM = "_TABLE_STREAM";

  static final String OFFSET = "_TABLE_OFFSET";

  private final TableMetadata table;
  private final String name;

  StagedTable(TableMetadata table) {
    this.table = table;
    this.name = name(table.physicalName());
  }

  static String name(String physicalName) {
    return physicalName + "_staged";
  }

  String create() {
    String columns = PhysicalType.columns(table.fields());
    return "CREATE OR REPLACE TABLE %s(%s BIGINT, %s BIGINT%s)"
        .formatted(name, STREAM, OFFSET, columns.isEmpty() ? "" : ", " + columns);
  }

  String drop() {
    return "DROP TABLE IF EXISTS " + name;
  }

  /** The end of each stream that has rows here. */
  String measure() {
    return "SELECT %s, max(%s) + 1 FROM %s GROUP BY ALL".formatted(STREAM, OFFSET, name);
  }

  /** Moves rows below an offset into the table, streamed now. */
  List<String> move(List<Long> streams, long end, long nowMillis) {
    String rows = rows(streams) + " AND " + OFFSET + " < " + end;
    String columns = PhysicalType.names(table.fields(), "");
    String copy =
        "INSERT INTO %s(%s, %s) SELECT %s, %d FROM %s WHERE %s ORDER BY %s, %s"
            .formatted(
                table.physicalName(),
                columns,
                StreamedRows.MILLIS,
                columns,
                nowMillis,
                name,
                rows,
                STREAM,
                OFFSET);
    String remove = "DELETE FROM " + name + " WHERE " + rows;
    return columns.isEmpty() ? List.of(remove) : List.of(copy, remove);
  }

  String remove(List<Long> streams) {
    return "DELETE FROM " + name + " WHERE " + rows(streams);
  }

  private static String rows(List<Long> streams) {
    return STREAM
        + " IN ("
        + streams.stream().map(String::valueOf).collect(Collectors.joining(", "))
        + ")";
  }
}
