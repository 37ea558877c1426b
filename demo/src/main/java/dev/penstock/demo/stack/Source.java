package dev.penstock.demo.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The Debezium connector that turns PostgreSQL's write-ahead log into topics. One owner thread. */
public final class Source {
  /** The connector's name in Connect. */
  public static final String NAME = "postgres";

  private static final String PREFIX = "shop";
  private static final String SLOT = "penstock_demo";
  private static final Duration STREAMING_BOUND = Duration.ofMinutes(1);
  private static final Duration CATCH_UP_BOUND = Duration.ofMinutes(3);

  private final PostgresServer postgres;
  private final ConnectRest rest;

  Source(PostgresServer postgres, ConnectRest rest) {
    this.postgres = postgres;
    this.rest = rest;
  }

  /** The topic of a table in schema {@code public}. */
  public static String topic(String table) {
    return PREFIX + ".public." + table;
  }

  /** Starts capturing the tables and waits until changes stream. */
  public void start(List<String> tables) {
    rest.put(NAME, config(tables));
    rest.awaitRunning(NAME, 1);
    Wait.until("Debezium streams from slot " + SLOT, STREAMING_BOUND, this::isStreaming);
  }

  private Map<String, String> config(List<String> tables) {
    Map<String, String> config = new HashMap<>();
    config.putAll(
        Map.of(
            "connector.class", "io.debezium.connector.postgresql.PostgresConnector",
            "tasks.max", "1",
            "plugin.name", "pgoutput",
            "database.hostname", Ports.LOOPBACK,
            "database.port", Integer.toString(postgres.port()),
            "database.user", "postgres",
            "database.password", "postgres",
            "database.dbname", "postgres",
            "topic.prefix", PREFIX,
            "slot.name", SLOT));
    config.putAll(
        Map.of(
            "publication.autocreate.mode", "filtered",
            "table.include.list",
                tables.stream().map(table -> "public." + table).collect(Collectors.joining(",")),
            "snapshot.mode", "no_data",
            "decimal.handling.mode", "precise",
            "time.precision.mode", "adaptive",
            "tombstones.on.delete", "true",
            "slot.retry.delay.ms", "1000",
            "poll.interval.ms", "10",
            "producer.override.linger.ms", "5"));
    return config;
  }

  private boolean isStreaming() {
    rest.requireHealthy(NAME);
    return query(
            "SELECT count(*) FROM pg_stat_replication r JOIN pg_replication_slots s"
                + " ON s.active_pid = r.pid WHERE r.state = 'streaming' AND s.slot_name = '"
                + SLOT
                + "'")
        == 1;
  }

  /** Waits until every change committed before this call is acknowledged by the broker. */
  public void awaitCaughtUp() {
    long position = query("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn");
    postgres.execute("SELECT pg_logical_emit_message(true, 'penstock', 'mark')");
    Wait.until(
        "Debezium publishes up to position " + position,
        CATCH_UP_BOUND,
        () -> {
          rest.requireHealthy(NAME);
          return committedPosition() >= position;
        });
  }

  private long committedPosition() {
    for (JsonNode offset : rest.offsets(NAME)) {
      return offset.at("/offset/lsn").asLong();
    }
    return 0;
  }

  private long query(String sql) {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    } catch (SQLException e) {
      throw new StackException("PostgreSQL refused a query: " + e.getMessage(), e);
    }
  }
}
