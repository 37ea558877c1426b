package dev.penstock.local.sql;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Keeps rows of a query in DuckDB tables of its own until they have a table. Thread-safe. */
final class Staging {
  private static final String PREFIX = "penstock_stage_";

  private final RowStore rows;

  Staging(RowStore rows) {
    this.rows = rows;
  }

  /** Drops what an earlier process left when it was killed. */
  void clean() throws SQLException {
    try (Connection connection = rows.open();
        java.sql.Statement statement = connection.createStatement()) {
      List<String> left = new ArrayList<>();
      try (ResultSet names =
          statement.executeQuery(
              "SELECT table_name FROM duckdb_tables() WHERE starts_with(table_name, '"
                  + PREFIX
                  + "')")) {
        while (names.next()) {
          left.add(names.getString(1));
        }
      }
      for (String name : left) {
        statement.execute("DROP TABLE " + DuckSql.name(name));
      }
    }
  }

  /** Adds the rows of a query to a table with the same columns, inside a transaction. */
  static void insert(
      Connection transaction, TableMetadata table, String query, Cancellation cancellation) {
    Queries.checkSize(query);
    try (java.sql.Statement statement = transaction.createStatement()) {
      boolean unused =
          cancellation.during(
              statement,
              () -> statement.execute("INSERT INTO " + table.physicalName() + " BY NAME " + query));
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  /** Runs a query and keeps its rows until the stage is closed. */
  Stage fill(String query, Cancellation cancellation) {
    Queries.checkSize(query);
    String name = newName();
    execute("CREATE TABLE " + name + " AS " + query, cancellation);
    return new Stage(name);
  }

  /** A name of a DuckDB table that the next start drops, if nobody does before. */
  static String newName() {
    return PREFIX + UUID.randomUUID().toString().replace("-", "");
  }

  private void execute(String sql, Cancellation cancellation) {
    try (Connection connection = rows.open();
        java.sql.Statement statement = connection.createStatement()) {
      boolean unused = cancellation.during(statement, () -> statement.execute(sql));
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  /** The rows of one query. One owner thread. */
  final class Stage implements AutoCloseable {
    private final String name;

    private Stage(String name) {
      this.name = name;
    }

    /** Adds the rows to a table with the same columns, inside a transaction. */
    void moveTo(Connection transaction, TableMetadata table) {
      insert(transaction, table, "SELECT * FROM " + name, Cancellation.NEVER);
    }

    @Override
    public void close() {
      execute("DROP TABLE " + name, Cancellation.NEVER);
    }
  }
}
