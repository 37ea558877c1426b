package dev.penstock.cli.source;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server of one test class. */
public final class PostgresServer implements AutoCloseable {
  private final EmbeddedPostgres server;

  private PostgresServer(EmbeddedPostgres server) {
    this.server = server;
  }

  /** Unpacks and starts it below a directory. */
  public static PostgresServer start(Path home) {
    try {
      return new PostgresServer(
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(home.resolve("binaries").toFile())
              .setDataDirectory(home.resolve("data"))
              .setRegisterShutdownHook(false)
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("unix_socket_directories", home.toString())
              .setServerConfig("fsync", "off")
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The port on the loopback address. */
  public int port() {
    return server.getPort();
  }

  /** The URI of a database, with the superuser. */
  String uri() {
    return "postgresql://postgres:postgres@127.0.0.1:" + port() + "/postgres";
  }

  Source source(String table) {
    return Sources.open(SourceUri.parse("from", uri()), table);
  }

  /** Runs statements as the superuser. */
  public void execute(String... statements) {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs the statements that fill the tables of all types. */
  void createTypes() {
    try (InputStream file =
        PostgresServer.class.getResourceAsStream(
            "/dev/penstock/testkit/types/postgres-types.sql")) {
      execute(new String(file.readAllBytes(), StandardCharsets.UTF_8).split(";\n", -1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
