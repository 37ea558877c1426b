package dev.penstock.architecture.matrix;

import com.google.cloud.bigquery.StandardSQLTypeName;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table of a PostgreSQL server, by the command line. */
final class PostgresRoad implements Road {
  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public String title() {
    return "PostgreSQL";
  }

  @Override
  public boolean isAllOrNothing() {
    return true;
  }

  private static final SourceSql SQL =
      new SourceSql(
          Map.ofEntries(
              Map.entry(StandardSQLTypeName.BOOL, "bool"),
              Map.entry(StandardSQLTypeName.INT64, "int8"),
              Map.entry(StandardSQLTypeName.FLOAT64, "float8"),
              Map.entry(StandardSQLTypeName.STRING, "text"),
              Map.entry(StandardSQLTypeName.BYTES, "bytea"),
              Map.entry(StandardSQLTypeName.NUMERIC, "numeric"),
              Map.entry(StandardSQLTypeName.BIGNUMERIC, "numeric"),
              Map.entry(StandardSQLTypeName.DATE, "date"),
              Map.entry(StandardSQLTypeName.TIME, "time"),
              Map.entry(StandardSQLTypeName.DATETIME, "timestamp"),
              Map.entry(StandardSQLTypeName.TIMESTAMP, "timestamptz"),
              Map.entry(StandardSQLTypeName.JSON, "json"),
              Map.entry(StandardSQLTypeName.GEOGRAPHY, "text"),
              Map.entry(StandardSQLTypeName.INTERVAL, "interval")),
          "decode(%s, 'base64')",
          "%1$s",
          "ARRAY");

  private @Nullable EmbeddedPostgres started;

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws Exception {
    EmbeddedPostgres server = server(table.home());
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS matrix");
      for (String sql : SQL.table("matrix", table.filled(rows), rows)) {
        statement.execute(sql);
      }
      LoadCommand.append(
          table,
          "postgresql://postgres:postgres@127.0.0.1:" + server.getPort() + "/postgres",
          "--table",
          "public.matrix");
    }
    return 0;
  }

  private EmbeddedPostgres server(Path home) throws IOException {
    if (started == null) {
      started =
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(home.resolve("binaries").toFile())
              .setDataDirectory(home.resolve("data"))
              .setRegisterShutdownHook(false)
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("unix_socket_directories", home.toString())
              .setServerConfig("fsync", "off")
              .start();
    }
    return started;
  }

  @Override
  public void close() throws IOException {
    if (started != null) {
      started.close();
      started = null;
    }
  }
}
