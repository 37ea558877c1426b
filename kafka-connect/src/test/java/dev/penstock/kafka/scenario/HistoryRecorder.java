package dev.penstock.kafka.scenario;

import dev.penstock.testkit.history.ChangeHistory;
import dev.penstock.testkit.history.Operation;
import dev.penstock.testkit.history.Operation.Action;
import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;

/**
 * Runs a change history on an embedded PostgreSQL and writes down what Debezium makes of it, one
 * file per variant. Not a test: it is run by hand when the history or Debezium changes
 * (docs/guide/testkit.md has the command).
 */
final class HistoryRecorder {
  private static final String SLOT = "recorder";
  private static final String MARK = "recorder";

  private final ChangeHistory history;
  private final BlockingQueue<SourceRecord> queue = new LinkedBlockingQueue<>();

  private HistoryRecorder(ChangeHistory history) {
    this.history = history;
  }

  /**
   * Records every variant.
   *
   * @param args the name of the history and the folder of the recordings
   */
  public static void main(String[] args) throws Exception {
    ChangeHistory history = ChangeHistory.load(args[0]);
    for (String variant : history.variants().keySet()) {
      EventRecording recording = new HistoryRecorder(history).record(variant);
      recording.save(history.name(), variant, Path.of(args[1]));
      System.out.printf("%s %s: %d records%n", args[0], variant, recording.events().size());
    }
  }

  private EventRecording record(String variant) throws Exception {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.builder().setServerConfig("wal_level", "logical").start()) {
      try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
        run(connection, history.fixture());
        run(connection, history.variants().getOrDefault(variant, List.of()));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (DebeziumEngine<RecordChangeEvent<SourceRecord>> engine = engine(postgres.getPort())) {
          thread.execute(engine);
          awaitSlot(connection);
          return new EventRecording(play(connection));
        } finally {
          thread.shutdown();
        }
      }
    }
  }

  private List<RecordedEvent> play(Connection connection) throws Exception {
    List<RecordedEvent> events = new ArrayList<>();
    for (Operation operation : history.operations()) {
      if (operation.action() != null) {
        events.addAll(act(operation.number(), operation.action(), events));
        continue;
      }
      for (Operation.Transaction transaction : operation.transactions()) {
        run(connection, transaction);
      }
      run(connection, List.of("SELECT pg_logical_emit_message(true, '" + MARK + "', '')"));
      for (SourceRecord record = next(operation); !isMark(record); record = next(operation)) {
        events.add(
            new RecordedEvent(
                operation.number(),
                record.topic(),
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.headers()));
      }
    }
    return events;
  }

  private static List<RecordedEvent> act(
      int operation, Action action, List<RecordedEvent> earlier) {
    if (action instanceof Action.Republish again) {
      return copies(operation, again.operation(), earlier, 0);
    }
    if (action instanceof Action.DeleteUnseen delete) {
      return copies(operation, delete.operation(), earlier, (Long) delete.key().get(0));
    }
    return List.of();
  }

  /** The records of an earlier operation, under another id unless that is 0. */
  private static List<RecordedEvent> copies(
      int operation, int source, List<RecordedEvent> earlier, long id) {
    List<RecordedEvent> copies = new ArrayList<>();
    for (RecordedEvent event : earlier) {
      if (event.operation() != source) {
        continue;
      }
      Object key = event.key();
      Object value = event.value();
      if (id != 0) {
        key = withId((Struct) Objects.requireNonNull(key), id);
        if (value instanceof Struct envelope) {
          value = copy(envelope).put("before", withId(envelope.getStruct("before"), id));
        }
      }
      copies.add(
          new RecordedEvent(
              operation,
              event.topic(),
              event.keySchema(),
              key,
              event.valueSchema(),
              value,
              event.headers()));
    }
    return copies;
  }

  private static Struct withId(Struct row, long id) {
    return copy(row).put("id", id);
  }

  private static Struct copy(Struct struct) {
    Struct copy = new Struct(struct.schema());
    struct.schema().fields().forEach(f -> copy.put(f, struct.getWithoutDefault(f.name())));
    return copy;
  }

  private SourceRecord next(Operation operation) throws InterruptedException {
    SourceRecord record = queue.poll(30, TimeUnit.SECONDS);
    if (record == null) {
      throw new IllegalStateException(
          "Operation " + operation.number() + ": its events did not come in 30 s");
    }
    return record;
  }

  /** Whether a record is the logical message that ends an operation. */
  private static boolean isMark(SourceRecord record) {
    return record.value() instanceof Struct envelope
        && envelope.getString("op").equals("m")
        && envelope.getStruct("message").getString("prefix").equals(MARK);
  }

  private DebeziumEngine<RecordChangeEvent<SourceRecord>> engine(int port) {
    Properties properties = new Properties();
    properties.putAll(
        Map.ofEntries(
            Map.entry("name", "recorder"),
            Map.entry("connector.class", "io.debezium.connector.postgresql.PostgresConnector"),
            Map.entry(
                "offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore"),
            Map.entry("database.hostname", "localhost"),
            Map.entry("database.port", Integer.toString(port)),
            Map.entry("database.user", "postgres"),
            Map.entry("database.password", "postgres"),
            Map.entry("database.dbname", "postgres"),
            Map.entry("topic.prefix", "shop"),
            Map.entry("table.include.list", tables()),
            Map.entry("plugin.name", "pgoutput"),
            Map.entry("slot.name", SLOT),
            Map.entry("publication.autocreate.mode", "filtered"),
            Map.entry("snapshot.mode", "no_data"),
            Map.entry("decimal.handling.mode", "precise"),
            Map.entry("time.precision.mode", "adaptive"),
            Map.entry("skipped.operations", "none"),
            Map.entry("tombstones.on.delete", "true")));
    return DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
        .using(properties)
        .notifying(event -> queue.add(event.record()))
        .build();
  }

  private String tables() {
    return history.tables().stream()
        .map(table -> "public." + table.name())
        .collect(Collectors.joining(","));
  }

  private static void awaitSlot(Connection connection) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              try (Statement statement = connection.createStatement();
                  ResultSet result =
                      statement.executeQuery(
                          "SELECT 1 FROM pg_replication_slots WHERE active AND slot_name = '"
                              + SLOT
                              + "'")) {
                return result.next();
              }
            });
  }

  private static void run(Connection connection, Operation.Transaction transaction)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      run(connection, transaction.sql());
      if (transaction.rollback()) {
        connection.rollback();
      } else {
        connection.commit();
      }
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static void run(Connection connection, List<String> sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : sql) {
        statement.execute(text);
      }
    }
  }
}
