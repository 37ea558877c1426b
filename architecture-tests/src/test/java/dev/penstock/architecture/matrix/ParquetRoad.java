package dev.penstock.architecture.matrix;

import com.google.cloud.bigquery.StandardSQLTypeName;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** A Parquet file that DuckDB wrote, by the command line. */
final class ParquetRoad implements Road {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public String title() {
    return "Parquet";
  }

  @Override
  public boolean isAllOrNothing() {
    return true;
  }

  private static final SourceSql SQL =
      new SourceSql(
          Map.ofEntries(
              Map.entry(StandardSQLTypeName.BOOL, "BOOLEAN"),
              Map.entry(StandardSQLTypeName.INT64, "BIGINT"),
              Map.entry(StandardSQLTypeName.FLOAT64, "DOUBLE"),
              Map.entry(StandardSQLTypeName.STRING, "VARCHAR"),
              Map.entry(StandardSQLTypeName.BYTES, "BLOB"),
              Map.entry(StandardSQLTypeName.NUMERIC, "DECIMAL(38, 9)"),
              Map.entry(StandardSQLTypeName.BIGNUMERIC, "DECIMAL(38, 18)"),
              Map.entry(StandardSQLTypeName.DATE, "DATE"),
              Map.entry(StandardSQLTypeName.TIME, "TIME"),
              Map.entry(StandardSQLTypeName.DATETIME, "TIMESTAMP"),
              Map.entry(StandardSQLTypeName.TIMESTAMP, "TIMESTAMPTZ"),
              Map.entry(StandardSQLTypeName.JSON, "VARCHAR"),
              Map.entry(StandardSQLTypeName.GEOGRAPHY, "VARCHAR"),
              Map.entry(StandardSQLTypeName.INTERVAL, "INTERVAL")),
          "from_base64(%s)",
          "to_months(%2$d) + to_days(%3$d) + to_microseconds(%4$d)",
          "");

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws Exception {
    Path file = table.home().resolve("matrix.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (String sql : SQL.table("matrix", table.filled(rows), rows)) {
        statement.execute(sql);
      }
      statement.execute("COPY matrix TO '" + file + "' (FORMAT parquet)");
    }
    LoadCommand.append(table, file.toString());
    return 0;
  }
}
