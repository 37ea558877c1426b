package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a job on their way into a table: they lie in a DuckDB table of their own, which nobody
 * reads, until one transaction moves them. One owner thread until {@link #finish}.
 */
public final class StagedRows implements AutoCloseable {
  private static final String PREFIX = "penstock_load_";

  private final DuckDBConnection connection;
  private final String name;
  private final List<Field> fields;
  private final DuckDBAppender appender;
  private long count;
  private boolean finished;

  private StagedRows(DuckDBConnection connection, List<Field> fields) throws SQLException {
    this.connection = connection;
    this.name = PREFIX + UUID.randomUUID().toString().replace("-", "");
    this.fields = List.copyOf(fields);
    connection.setAutoCommit(false);
    execute(connection, "CREATE TABLE " + name + "(" + PhysicalTable.columns(fields) + ")");
    this.appender = connection.createAppender("main", name);
  }

  /** A place for rows with the given columns. */
  static StagedRows create(Connection connection, List<Field> fields) throws SQLException {
    try {
      return new StagedRows(connection.unwrap(DuckDBConnection.class), fields);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Drops what an earlier process left when it was killed. */
  static void clean(Connection connection) throws SQLException {
    List<String> left = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet names =
            statement.executeQuery(
                "SELECT table_name FROM duckdb_tables() WHERE starts_with(table_name, '"
                    + PREFIX
                    + "')")) {
      while (names.next()) {
        left.add(names.getString(1));
      }
    }
    for (String name : left) {
      execute(connection, "DROP TABLE " + name);
    }
  }

  /** Adds a row: its values in the order of the columns, in the forms of a query result. */
  public void add(@Nullable Object[] row) throws SQLException {
    appender.beginRow();
    for (int i = 0; i < fields.size(); i++) {
      RowAppender.value(appender, fields.get(i), row[i]);
    }
    appender.appendNull();
    appender.endRow();
    count++;
  }

  /** The rows as a relation, while they are not moved. */
  public String relation() {
    return name;
  }

  /** How many rows were added. */
  public long count() {
    return count;
  }

  /** Ends the adding. */
  public void finish() throws SQLException {
    appender.close();
    connection.commit();
    finished = true;
  }

  /**
   * Moves the rows into a table that has at least the same columns. They become the table of an
   * empty one, and are copied into one that has rows or other columns.
   */
  public void moveTo(Connection transaction, TableMetadata table) throws SQLException {
    String target = table.physicalName();
    if (table.fields().equals(fields) && PhysicalTable.count(transaction, target) == 0) {
      execute(transaction, "DROP TABLE " + target);
      execute(transaction, "ALTER TABLE " + name + " RENAME TO " + target);
      return;
    }
    String columns = PhysicalType.names(fields, "");
    execute(
        transaction,
        "INSERT INTO %s(%s) SELECT %s FROM %s".formatted(target, columns, columns, name));
  }

  /** Lets go of the rows that were not moved. */
  @Override
  public void close() throws SQLException {
    try (connection) {
      if (finished) {
        execute(connection, "DROP TABLE IF EXISTS " + name);
        connection.commit();
      } else {
        connection.rollback();
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
