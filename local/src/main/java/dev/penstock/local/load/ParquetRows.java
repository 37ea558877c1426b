package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a Parquet file, as the database reads them. One owner thread. */
final class ParquetRows implements FileRows {
  private final Connection connection;
  private final Statement statement;
  private final ResultSet rows;
  private final List<Field> columns;
  private final List<@Nullable ParquetValue> values;

  private ParquetRows(
      Connection connection,
      Statement statement,
      ResultSet rows,
      List<Field> columns,
      List<@Nullable ParquetValue> values) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /**
   * Begins to read.
   *
   * @param sql a query with one item for each column
   * @param values what makes the columns of the items; null for a column that the file lacks
   */
  static ParquetRows open(
      Connection connection, String sql, List<Field> columns, List<@Nullable ParquetValue> values)
      throws SQLException {
    try {
      Statement statement = connection.createStatement();
      return new ParquetRows(connection, statement, statement.executeQuery(sql), columns, values);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public boolean has(int column) {
    return values.get(column) != null;
  }

  @Override
  public @Nullable Object @Nullable [] next() throws RowFaultException {
    try {
      if (!rows.next()) {
        return null;
      }
      @Nullable Object[] row = new @Nullable Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        row[i] =
            has(i)
                ? ParquetValues.value(values.get(i), rows.getObject(i + 1), columns.get(i))
                : null;
      }
      return row;
    } catch (SQLException e) {
      throw ParquetFormat.damaged();
    }
  }

  @Override
  public void close() throws IOException {
    try (connection;
        statement;
        rows) {
      // They close in this order, backwards.
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
