package dev.penstock.local.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * One DuckDB database, in memory or in a data directory, that reads and writes nothing outside it.
 * Thread-safe; its connections are not.
 */
public final class Database implements AutoCloseable {
  /** The schema of tables that are never on disk, visible to all connections. */
  public static final String SNAPSHOTS = "penstock_snapshots.main";

  private final DuckDBConnection root;

  private Database(DuckDBConnection root) {
    this.root = root;
  }

  /**
   * Opens a database.
   *
   * @param directory where its file lies; null for memory only
   * @param readable another directory whose files it may read; null for none
   * @param memoryLimitMb what DuckDB may use, in MiB
   */
  public static Database open(@Nullable Path directory, @Nullable Path readable, int memoryLimitMb)
      throws SQLException {
    String file = directory == null ? "" : directory.resolve("penstock.duckdb").toString();
    DuckDBConnection root = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:" + file);
    try (Statement statement = root.createStatement()) {
      statement.execute("SET threads=2");
      statement.execute("SET memory_limit='" + memoryLimitMb + "MiB'");
      statement.execute("SET TimeZone='UTC'");
      statement.execute("ATTACH ':memory:' AS penstock_snapshots");
      if (directory == null) {
        statement.execute("SET temp_directory=''");
      } else {
        statement.execute("SET temp_directory=" + quoted(directory.resolve("spill")));
      }
      String allowed =
          Stream.of(Optional.ofNullable(directory), Optional.ofNullable(readable))
              .flatMap(Optional::stream)
              .map(Database::quoted)
              .collect(Collectors.joining(", "));
      statement.execute("SET allowed_directories=[" + allowed + "]");
      statement.execute("SET enable_external_access=false");
      statement.execute("SET lock_configuration=true");
      return new Database(root);
    } catch (SQLException e) {
      root.close();
      throw e;
    }
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }

  /** A new connection; the caller closes it. */
  public synchronized Connection connect() throws SQLException {
    return root.duplicate();
  }

  @Override
  public synchronized void close() throws SQLException {
    root.close();
  }
}
