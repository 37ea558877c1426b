package dev.penstock.demo.stack;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A PostgreSQL server with logical decoding, unpacked into the run directory. Thread-safe. */
public final class PostgresServer implements AutoCloseable {
  private static final Duration START_BOUND = Duration.ofMinutes(1);

  private final EmbeddedPostgres server;

  private PostgresServer(EmbeddedPostgres server) {
    this.server = server;
  }

  /** Unpacks, initialises and starts. */
  public static PostgresServer start(RunDirectory run) {
    Path home = run.directory("postgres");
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(home.resolve("binaries").toFile())
              .setDataDirectory(home.resolve("data"))
              .setCleanDataDirectory(true)
              .setRegisterShutdownHook(false)
              .setServerConfig("listen_addresses", Ports.LOOPBACK)
              .setServerConfig("unix_socket_directories", home.toString())
              .setServerConfig("wal_level", "logical")
              .setServerConfig("max_replication_slots", "5")
              .setServerConfig("max_wal_senders", "5")
              // A commit must reach the WAL at once, or logical decoding sees it up to 600 ms late.
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("fsync", "off")
              .setServerConfig("shared_buffers", "32MB")
              .setPGStartupWait(START_BOUND)
              .setOutputRedirector(
                  ProcessBuilder.Redirect.appendTo(run.resolve("postgres.log").toFile()))
              .setErrorRedirector(
                  ProcessBuilder.Redirect.appendTo(run.resolve("postgres.log").toFile()))
              .start();
      return new PostgresServer(server);
    } catch (IOException | IllegalStateException e) {
      throw new StackException(PostgresRefusal.explain(run.resolve("postgres.log"), e), e);
    }
  }

  /** The port on the loopback address. */
  public int port() {
    return server.getPort();
  }

  /** A new connection as the superuser {@code postgres}; the caller closes it. */
  public Connection connect() {
    try {
      return DriverManager.getConnection(
          "jdbc:postgresql://"
              + Ports.LOOPBACK
              + ":"
              + port()
              + "/postgres?reWriteBatchedInserts=true",
          "postgres",
          "postgres");
    } catch (SQLException e) {
      throw new StackException("PostgreSQL on port " + port() + " refused a connection", e);
    }
  }

  /** Runs statements in one connection with autocommit. */
  public void execute(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new StackException("PostgreSQL refused a statement: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new StackException("PostgreSQL could not be stopped: " + e.getMessage(), e);
    }
  }
}
