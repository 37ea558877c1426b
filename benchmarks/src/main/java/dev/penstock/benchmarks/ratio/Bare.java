package dev.penstock.benchmarks.ratio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** DuckDB alone, set up as local BigQuery sets it up. One owner thread. */
final class Bare implements AutoCloseable {
  private static final int BLOCK_BYTES = 1 << 20;

  private final DuckDBConnection connection;

  /** A database in a file, or in memory for an empty name. */
  Bare(String file) throws SQLException {
    connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:" + file);
    execute("SET threads=2");
    execute("CREATE TABLE rows(" + Sample.DUCKDB + ")");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Appends rows and commits; the seconds that took. */
  double append(int rows) throws SQLException {
    long began = System.nanoTime();
    execute("BEGIN");
    try (DuckDBAppender out = connection.createAppender("main", "rows")) {
      Sample.append(out, rows);
    }
    execute("COMMIT");
    return (System.nanoTime() - began) / 1e9;
  }

  /** Merges a change of each row into the rows; the seconds that took. */
  double merge() throws SQLException {
    execute(
        "CREATE TABLE changes AS SELECT id, name, 'moved to ' || id % 1000 AS city, amount FROM"
            + " rows");
    long began = System.nanoTime();
    execute(
        "MERGE INTO rows USING changes ON rows.id = changes.id"
            + " WHEN MATCHED THEN UPDATE SET name = changes.name, city = changes.city,"
            + " amount = changes.amount WHEN NOT MATCHED THEN INSERT");
    return (System.nanoTime() - began) / 1e9;
  }

  /** Writes all rows in Avro's binary form; the seconds that took. */
  double encode() throws SQLException, IOException {
    long began = System.nanoTime();
    ByteArrayOutputStream block = new ByteArrayOutputStream(BLOCK_BYTES);
    BinaryEncoder out = EncoderFactory.get().binaryEncoder(block, null);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM rows")) {
      while (rows.next()) {
        out.writeIndex(1);
        out.writeLong(rows.getLong(1));
        out.writeIndex(1);
        out.writeString(rows.getString(2));
        out.writeIndex(1);
        out.writeString(rows.getString(3));
        out.writeIndex(1);
        out.writeDouble(rows.getDouble(4));
        if (block.size() >= BLOCK_BYTES) {
          block.reset();
        }
      }
    }
    out.flush();
    return (System.nanoTime() - began) / 1e9;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
