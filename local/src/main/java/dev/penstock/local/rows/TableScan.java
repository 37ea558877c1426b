package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some columns of a table's rows, frozen in a temporary table of its own connection. Thread-safe.
 */
public final class TableScan implements AutoCloseable {
  private static final long MAX_PAGE_BYTES = 10_000_000;

  private final Connection connection;
  private final List<Field> fields;
  private final long totalRows;

  private TableScan(Connection connection, List<Field> fields, long totalRows) {
    this.connection = connection;
    this.fields = fields;
    this.totalRows = totalRows;
  }

  /** Freezes what the table holds now. */
  public static TableScan of(RowStore rows, TableMetadata table, List<Field> fields)
      throws SQLException {
    return of(rows, fields, rows.readRelation(table));
  }

  /** Freezes what a partition of the table holds now. */
  public static TableScan ofPartition(
      DuckRowStore rows, TableMetadata table, List<Field> fields, String id) throws SQLException {
    return of(rows, fields, rows.partitions().relation(table, id));
  }

  private static TableScan of(RowStore rows, List<Field> fields, String relation)
      throws SQLException {
    Connection connection = rows.open();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE penstock_scan AS SELECT "
              + PhysicalType.names(fields, "")
              + " FROM "
              + relation);
      try (ResultSet count = statement.executeQuery("SELECT count(*) FROM penstock_scan")) {
        count.next();
        return new TableScan(connection, fields, count.getLong(1));
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** The first rows of a table, without freezing the others. */
  public static List<List<@Nullable Object>> head(RowStore rows, TableMetadata table, int max)
      throws SQLException {
    List<List<@Nullable Object>> head = new ArrayList<>();
    String columns = PhysicalType.names(table.fields(), "");
    String sql = "SELECT " + columns + " FROM " + rows.readRelation(table) + " LIMIT " + max;
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        head.add(RowReader.row(result, table.fields()));
      }
    }
    return head;
  }

  /** How many rows there are. */
  public long totalRows() {
    return totalRows;
  }

  /** Rows from an index on, at least one and at most about 10 MB of them (RT-176). */
  public synchronized List<List<@Nullable Object>> rows(long start, int max) throws SQLException {
    List<List<@Nullable Object>> page = new ArrayList<>();
    long bytes = 0;
    String sql =
        "SELECT * FROM penstock_scan WHERE rowid >= %d AND rowid < %d ORDER BY rowid"
            .formatted(start, start + max);
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (bytes < MAX_PAGE_BYTES && result.next()) {
        List<@Nullable Object> row = RowReader.row(result, fields);
        page.add(row);
        bytes += AnswerBytes.of(row);
      }
    }
    return page;
  }

  @Override
  public synchronized void close() throws SQLException {
    connection.close();
  }
}
