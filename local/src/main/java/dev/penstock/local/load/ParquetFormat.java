package dev.penstock.local.load;

import dev.penstock.local.catalog.ServiceException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Parquet files, read by the database (LD-018 to LD-030). Immutable.
 *
 * @param enumAsString whether enums are STRING and not BYTES
 * @param listInference whether lists are REPEATED; without it they are refused, where the service
 *     makes records of them
 */
public record ParquetFormat(
    DecimalTargets decimals, boolean enumAsString, boolean listInference, Connections connections)
    implements FileFormat {
  @Override
  public SourceFile open(Path file) {
    String path = "'" + file.toString().replace("'", "''") + "'";
    String nodes =
        "SELECT name, type, num_children, converted_type, scale, precision FROM parquet_schema("
            + path
            + ")";
    try (Connection connection = connections.open();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(nodes)) {
      rows.next();
      return new ParquetFile(this, path, ParquetNode.children(rows, rows.getInt(3)));
    } catch (SQLException e) {
      throw unreadable("it is no Parquet file, or a damaged one");
    }
  }

  /**
   * Why the rows of a file cannot be read.
   *
   * @param path its path as an SQL literal
   */
  ServiceException refusal(String path) {
    String codecs =
        "SELECT compression FROM parquet_metadata(" + path + ") WHERE compression LIKE '%LZO%'";
    try (Connection connection = connections.open();
        Statement statement = connection.createStatement();
        ResultSet codec = statement.executeQuery(codecs)) {
      return codec.next()
          ? ServiceException.notSupported("Parquet files of codec " + codec.getString(1))
          : damaged();
    } catch (SQLException e) {
      return damaged();
    }
  }

  static ServiceException damaged() {
    return unreadable("it is damaged, or a value does not fit its type");
  }

  private static ServiceException unreadable(String reason) {
    return ServiceException.invalid(
        "Error while reading data, error message: The Parquet file cannot be read: " + reason);
  }

  @Override
  public String name() {
    return "Parquet";
  }

  @Override
  public long maxRowBytes() {
    return 50_000_000;
  }

  @Override
  public boolean toleratesBadRows() {
    return false;
  }
}
