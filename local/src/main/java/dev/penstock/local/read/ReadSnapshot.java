package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.database.Database;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Rows as they were when a session began, in one order for ever: a table of its own, in memory,
 * that any connection can read. Thread-safe.
 */
public final class ReadSnapshot implements AutoCloseable {
  private final RowStore rows;
  private final String table;
  private final List<Field> fields;
  private final RowFormat format;
  private final byte[] schema;
  private final PagePlan plan;
  private final long count;

  private ReadSnapshot(
      RowStore rows,
      String table,
      List<Field> fields,
      RowFormat format,
      PagePlan plan,
      long count) {
    this.rows = rows;
    this.table = table;
    this.fields = fields;
    this.format = format;
    this.schema = format.schema(fields);
    this.plan = plan;
    this.count = count;
  }

  /**
   * Freezes the rows of a relation.
   *
   * @param name a name that no other snapshot has
   * @param relation a DuckDB relation with the fields among its columns
   * @param fields the columns to read, at least one
   * @param format how pages are written
   */
  public static ReadSnapshot freeze(
      RowStore rows, String name, String relation, List<Field> fields, RowFormat format)
      throws SQLException {
    byte[] unused = format.schema(fields);
    WireForm form = new WireForm();
    String table = Database.SNAPSHOTS + "." + name;
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE " + table + " AS SELECT " + form.select(fields) + " FROM " + relation);
      try {
        PagePlan plan = plan(statement, table, WireForm.bytes(fields));
        return new ReadSnapshot(rows, table, fields, format, plan, count(statement, table));
      } catch (SQLException e) {
        statement.execute("DROP TABLE " + table);
        throw e;
      }
    }
  }

  private static PagePlan plan(Statement statement, String table, String bytes)
      throws SQLException {
    String sizes = "(SELECT rowid // " + PagePlan.RUN + " AS run, " + bytes + " AS bytes FROM ";
    try (ResultSet result =
        statement.executeQuery(
            "SELECT CAST(sum(bytes) AS BIGINT), max(bytes) FROM "
                + sizes
                + table
                + ") GROUP BY run ORDER BY run")) {
      return PagePlan.read(result);
    }
  }

  private static long count(Statement statement, String table) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT count(*) FROM " + table)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** How the rows are written. */
  public RowFormat format() {
    return format;
  }

  /** The schema of the rows in the format's own form. */
  public byte[] schema() {
    return schema.clone();
  }

  /** How many rows there are. */
  public long rows() {
    return count;
  }

  /** About how many bytes they take. */
  public long bytes() {
    return plan.bytes();
  }

  /**
   * The rows from an index on, at least one, at most up to another index or what fits a page.
   *
   * @param maxRows the most rows
   * @param maxBytes the most bytes, one larger row excepted
   */
  public Page read(long from, long to, int maxRows, int maxBytes) throws SQLException {
    long end = Math.min(to, from + plan.rows(from, maxRows, maxBytes));
    PageBuilder page = format.page(fields, maxBytes);
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT * FROM %s WHERE rowid >= %d AND rowid < %d ORDER BY rowid"
                    .formatted(table, from, end))) {
      boolean open = true;
      while (open && result.next()) {
        open = page.add(result);
      }
    }
    return page.page();
  }

  @Override
  public void close() throws SQLException {
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + table);
    }
  }
}
