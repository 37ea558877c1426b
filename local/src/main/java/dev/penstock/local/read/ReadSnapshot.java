package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.database.Database;
import dev.penstock.local.rows.RowStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.avro.Schema;

/**
 * Rows as they were when a session began, in one order for ever: a table of its own, in memory,
 * that any connection can read. Thread-safe.
 */
public final class ReadSnapshot implements AutoCloseable {
  private final RowStore rows;
  private final String table;
  private final Schema schema;
  private final List<ValueEncoder> columns;
  private final PagePlan plan;
  private final long count;

  private ReadSnapshot(
      RowStore rows, String table, List<Field> fields, Schema schema, PagePlan plan, long count) {
    this.rows = rows;
    this.table = table;
    this.schema = schema;
    this.columns = fields.stream().map(ValueEncoder::of).toList();
    this.plan = plan;
    this.count = count;
  }

  /**
   * Freezes the rows of a relation.
   *
   * @param name a name that no other snapshot has
   * @param relation a DuckDB relation with the fields among its columns
   * @param fields the columns to read, at least one
   */
  public static ReadSnapshot freeze(RowStore rows, String name, String relation, List<Field> fields)
      throws SQLException {
    Schema schema = AvroSchemas.of(fields);
    WireForm form = new WireForm();
    String table = Database.SNAPSHOTS + "." + name;
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE " + table + " AS SELECT " + form.select(fields) + " FROM " + relation);
      try {
        PagePlan plan = plan(statement, table, form.bytes(fields));
        return new ReadSnapshot(rows, table, fields, schema, plan, count(statement, table));
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

  /** The Avro schema of the rows. */
  public String avroSchema() {
    return schema.toString();
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
    PageWriter page = new PageWriter(columns, maxBytes);
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
