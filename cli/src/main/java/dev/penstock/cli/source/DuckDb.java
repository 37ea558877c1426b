package dev.penstock.cli.source;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/** Opens a DuckDB of its own, in memory, that reads files and nothing else. */
final class DuckDb {
  private DuckDb() {}

  /**
   * A connection whose results are streamed.
   *
   * @param memoryBytes what it may hold
   */
  static Connection open(long memoryBytes) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    properties.setProperty("memory_limit", memoryBytes + "B");
    // The order of rows costs memory with more, and rows are read by one thread anyway.
    properties.setProperty("threads", "1");
    properties.setProperty("temp_directory", "");
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    return new DuckDBDriver().connect("jdbc:duckdb:", properties);
  }
}
