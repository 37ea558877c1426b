package dev.penstock.cli.source;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.reader.JdbcRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The rows of a Parquet file, one chunk of the library in memory. One owner thread. */
final class ParquetCursor implements RowCursor {
  private final ParquetFile file;
  private final Connection connection;
  private final ResultSet results;
  private final JdbcRows rows;
  private final RowReader row;
  private long count;
  private boolean ended;

  private ParquetCursor(ParquetTable table, Connection connection, ResultSet results) {
    this.file = table.file();
    this.connection = connection;
    this.results = results;
    this.rows = JdbcRows.of(table.schema());
    this.row = rows.read(results);
  }

  static ParquetCursor open(ParquetTable table) {
    try {
      Connection connection = DuckDb.open(table.memoryBytes());
      try {
        PreparedStatement statement = connection.prepareStatement(table.select());
        statement.setString(1, table.file().pattern());
        return new ParquetCursor(table, connection, statement.executeQuery());
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw table.file().unreadable(e);
    }
  }

  @Override
  public SourceSchema schema() {
    return rows.schema();
  }

  @Override
  public boolean next() {
    if (ended) {
      return false;
    }
    try {
      ended = !results.next();
    } catch (SQLException e) {
      throw file.unreadable(e);
    }
    if (ended) {
      return false;
    }
    rows.read(results);
    count++;
    return true;
  }

  @Override
  public RowReader row() {
    return row;
  }

  @Override
  public String position() {
    return "row " + count;
  }

  @Override
  public void close() {
    ended = true;
    try {
      // Statements and results go with it.
      connection.close();
    } catch (SQLException e) {
      throw file.unreadable(e);
    }
  }
}
