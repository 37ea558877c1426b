package dev.penstock.kafka.task;

import static dev.penstock.kafka.task.RunningTask.KEY;
import static dev.penstock.kafka.task.RunningTask.ROW;
import static dev.penstock.kafka.task.RunningTask.key;
import static dev.penstock.kafka.task.RunningTask.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.PrimaryKey;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableConstraints;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The task with real writers on a local BigQuery, one dataset a test. */
class SinkTaskIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private static void createTable(String dataset, List<String> primaryKey, Field... fields) {
    StandardTableDefinition.Builder definition =
        StandardTableDefinition.newBuilder().setSchema(Schema.of(fields));
    if (!primaryKey.isEmpty()) {
      definition.setTableConstraints(
          TableConstraints.newBuilder()
              .setPrimaryKey(PrimaryKey.newBuilder().setColumns(primaryKey).build())
              .build());
    }
    BIGQUERY
        .client()
        .create(TableInfo.of(TableId.of(BIGQUERY.project(), dataset, "t"), definition.build()));
  }

  private static List<String> columns(String dataset) {
    Schema schema = BIGQUERY.table(dataset, "t").metadata().getDefinition().getSchema();
    return schema == null ? List.of() : schema.getFields().stream().map(Field::getName).toList();
  }

  @Test
  void writesChangesAndCommitsWhatIsAcknowledged() {
    String dataset = BIGQUERY.createDataset("changes");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      task.put(task.upsert(1, "a"), task.upsert(2, "b"), task.upsert(1, "c"));
      task.put(task.record(KEY, key(2), null, null));
      task.awaitCommitted();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows()).containsExactly(Map.of("id", 1L, "name", "c"));
    assertThat(columns(dataset)).containsExactly("id", "name");
    assertThat(BIGQUERY.table(dataset, "t").metadata().getLabels())
        .containsEntry("cdc_seq", "offset-1-v1-e3b98a4d");
  }

  /** A task that remembers a table refuses to write changes to another of its name. */
  @Test
  void forgetsATableWithoutRowsWhenOffsetsAreCommitted() {
    String dataset = BIGQUERY.createDataset("idle");
    LaterTime time = new LaterTime();
    try (RunningTask task =
        RunningTask.start(BIGQUERY, dataset, new FakeContext(false, true), time)) {
      task.put(task.upsert(1, "a"));
      task.awaitCommitted();
      time.putForward(Duration.ofMinutes(61));
      assertThat(task.committed()).isEqualTo(1);
      BIGQUERY.client().delete(TableId.of(BIGQUERY.project(), dataset, "t"));

      task.put(task.upsert(2, "b"));
      task.awaitCommitted();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows()).containsExactly(Map.of("id", 2L, "name", "b"));
  }

  @Test
  void refusesAnExistingTableWithoutPrimaryKeyWithTheStatementThatAddsIt() {
    String dataset = BIGQUERY.createDataset("no_key");
    createTable(
        dataset,
        List.of(),
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("name", StandardSQLTypeName.STRING));
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      assertThatThrownBy(() -> task.put(task.upsert(1, "a")))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining(
              "ALTER TABLE `penstock-test.no_key.t` ADD PRIMARY KEY (`id`) NOT ENFORCED");
    }
  }

  @Test
  void takesAPrimaryKeyInAnotherOrderAndRefusesAnotherSet() {
    org.apache.kafka.connect.data.Schema both =
        SchemaBuilder.struct()
            .field("a", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .field("b", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .build();
    Struct value = new Struct(both).put("a", 1L).put("b", 2L);
    Field[] fields = {
      Field.of("a", StandardSQLTypeName.INT64), Field.of("b", StandardSQLTypeName.INT64)
    };
    String order = BIGQUERY.createDataset("key_order");
    createTable(order, List.of("b", "a"), fields);
    try (RunningTask task = RunningTask.start(BIGQUERY, order)) {
      task.put(task.record(both, value, both, value));
      task.awaitCommitted();
    }
    String set = BIGQUERY.createDataset("key_set");
    createTable(set, List.of("a"), fields);
    try (RunningTask task = RunningTask.start(BIGQUERY, set)) {
      assertThatThrownBy(() -> task.put(task.record(both, value, both, value)))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("[a]")
          .hasMessageContaining("[a, b]");
    }
  }

  @Test
  void refusesKeyColumnsOfForbiddenTypes() {
    org.apache.kafka.connect.data.Schema bytes =
        SchemaBuilder.struct()
            .field("id", org.apache.kafka.connect.data.Schema.BYTES_SCHEMA)
            .build();
    Struct value = new Struct(bytes).put("id", new byte[] {1});
    String dataset = BIGQUERY.createDataset("bytes_key");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      assertThatThrownBy(() -> task.put(task.record(bytes, value, bytes, value)))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("id")
          .hasMessageContaining("BYTES");
    }
  }

  @Test
  void takesSixteenKeyColumnsAndRefusesSeventeen() {
    String sixteen = BIGQUERY.createDataset("key16");
    try (RunningTask task = RunningTask.start(BIGQUERY, sixteen)) {
      task.put(wideKey(task, 16));
      task.awaitCommitted();
    }
    String seventeen = BIGQUERY.createDataset("key17");
    try (RunningTask task = RunningTask.start(BIGQUERY, seventeen)) {
      assertThatThrownBy(() -> task.put(wideKey(task, 17)))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("17")
          .hasMessageContaining("16");
    }
  }

  private static SinkRecord wideKey(RunningTask task, int columns) {
    SchemaBuilder builder = SchemaBuilder.struct();
    for (int i = 0; i < columns; i++) {
      builder.field("k" + i, org.apache.kafka.connect.data.Schema.INT64_SCHEMA);
    }
    Struct value = new Struct(builder.build());
    for (int i = 0; i < columns; i++) {
      value.put("k" + i, (long) i);
    }
    return task.record(value.schema(), value, value.schema(), value);
  }

  @Test
  void usesTheSanitizedNameOfAKeyColumnEverywhere() {
    org.apache.kafka.connect.data.Schema dashed =
        SchemaBuilder.struct()
            .field("order-id", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .build();
    Struct value = new Struct(dashed).put("order-id", 7L);
    String dataset = BIGQUERY.createDataset("sanitized");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset, "sanitizeFieldNames", "true")) {
      task.put(task.record(dashed, value, dashed, value));
      task.awaitCommitted();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows()).containsExactly(Map.of("order_id", 7L));
  }

  @Test
  void leavesARealDeletedColumnAloneWhenChangesAreOff() {
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("id", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .field("__deleted", org.apache.kafka.connect.data.Schema.BOOLEAN_SCHEMA)
            .build();
    String dataset = BIGQUERY.createDataset("append");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset, "cdcEnabled", "false")) {
      task.put(
          task.record(KEY, key(1), schema, new Struct(schema).put("id", 1L).put("__deleted", true)),
          task.record(
              KEY, key(1), schema, new Struct(schema).put("id", 1L).put("__deleted", false)),
          task.record(KEY, key(1), null, null));
      task.awaitCommitted();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows())
        .containsExactlyInAnyOrder(
            Map.of("id", 1L, "__deleted", true), Map.of("id", 1L, "__deleted", false));
  }

  @Test
  void storesTwelveMegabytesAndSetsTwentyOneAside() {
    String dataset = BIGQUERY.createDataset("large");
    FakeContext context = new FakeContext(true, true);
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset, context)) {
      task.put(
          task.upsert(1, "before"),
          task.upsert(2, "x".repeat(12_000_000)),
          task.upsert(3, "x".repeat(21_000_000)),
          task.upsert(4, "after"));
      task.awaitCommitted();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows())
        .extracting(stored -> stored.get("id"))
        .containsExactlyInAnyOrder(1L, 2L, 4L);
    assertThat(context.reports)
        .singleElement()
        .satisfies(report -> assertThat(report.failure()).hasMessageStartingWith("Record t-0@2 "));
  }

  @Test
  void keepsTheOlderLimitOfTenMegabytesWhenAsked() {
    String dataset = BIGQUERY.createDataset("smaller");
    FakeContext context = new FakeContext(true, true);
    try (RunningTask task =
        RunningTask.start(BIGQUERY, dataset, context, "appendRequestMaxBytes", "10000000")) {
      task.put(task.upsert(1, "a"), task.upsert(2, "x".repeat(12_000_000)));
      task.awaitCommitted();
    }
    assertThat(context.reports).hasSize(1);
    assertThat(BIGQUERY.table(dataset, "t").rows()).containsExactly(Map.of("id", 1L, "name", "a"));
  }

  @Test
  void waitsForTheDeadLetterQueueBeforeItCommits() {
    String dataset = BIGQUERY.createDataset("queue");
    FakeContext context = new FakeContext(true, false);
    try (RunningTask task =
        RunningTask.start(BIGQUERY, dataset, context, "offsetCommitWaitMs", "50")) {
      task.put(task.record(KEY, key(2), ROW, row(1, "a")), task.upsert(1, "a"));
      assertThat(task.committed()).isEqualTo(-1);
      context.reports.get(0).written().complete(null);
      task.awaitCommitted();
    }
    assertThat(context.reports.get(0).failure())
        .isInstanceOf(RecordRejectedException.class)
        .hasMessage(
            "Record t-0@0 cannot be written. Key column 'id' differs between record key and value:"
                + " the row would replace another one. Correct the transforms that make the key.");
  }

  @Test
  void failsWithoutADeadLetterQueueAndCommitsNothingOfIt() {
    String dataset = BIGQUERY.createDataset("strict");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      task.put(task.upsert(1, "a"));
      task.awaitCommitted();
      assertThatThrownBy(() -> task.put(task.record(KEY, key(2), ROW, row(1, "a"))))
          .isInstanceOf(RecordRejectedException.class)
          .hasMessageStartingWith("Record t-0@1 cannot be written.");
      assertThatThrownBy(() -> task.put()).isInstanceOf(RecordRejectedException.class);
    }
  }

  @Test
  void logsAndDropsWhenAsked() {
    String dataset = BIGQUERY.createDataset("dropped");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset, "errorsRowPolicy", "LOG")) {
      task.put(task.record(KEY, key(2), ROW, row(1, "a")), task.upsert(3, "c"));
      task.awaitCommitted();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows()).containsExactly(Map.of("id", 3L, "name", "c"));
  }

  @Test
  void pausesItsPartitionsWhileTooMuchIsInFlight() {
    String dataset = BIGQUERY.createDataset("full");
    try (RunningTask task =
        RunningTask.start(
            BIGQUERY, dataset, "maxInFlightBytes", "1048576", "appendBatchBytes", "100000")) {
      String wide = "x".repeat(10_000);
      SinkRecord[] records = new SinkRecord[300];
      for (int i = 0; i < records.length; i++) {
        records[i] = task.upsert(i, wide);
      }
      task.put(records);
      assertThat(task.context.paused).isEqualTo(task.context.assignment);
      assertThat(task.context.timeout).isEqualTo(5);
      task.awaitCommitted();
      task.put();
      assertThat(task.context.paused).isEmpty();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows()).hasSize(300);
  }

  @Test
  void showsItsFiguresOverJmx() throws Exception {
    String dataset = BIGQUERY.createDataset("figures");
    ObjectName name = new ObjectName("dev.penstock:type=sink-task,name=\"figures-0\"");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      task.put(task.record(null, null, null, null), task.upsert(1, "a"));
      task.awaitCommitted();
      var server = ManagementFactory.getPlatformMBeanServer();
      assertThat(server.getAttribute(name, "State")).isEqualTo("RUNNING");
      assertThat(server.getAttribute(name, "DroppedRecords").toString())
          .contains("TOMBSTONE_WITHOUT_KEY");
    }
    assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(name)).isFalse();
  }

  @Test
  void goesOnAfterARebalanceThatFindsItPaused() {
    String dataset = BIGQUERY.createDataset("paused");
    FakeContext context = new FakeContext(false, true);
    try (RunningTask task =
        RunningTask.start(
            BIGQUERY,
            dataset,
            context,
            "maxInFlightBytes",
            "1048576",
            "appendBatchBytes",
            "100000")) {
      SinkRecord[] records = new SinkRecord[300];
      for (int i = 0; i < records.length; i++) {
        records[i] = task.upsert(i, "x".repeat(10_000));
      }
      task.put(records);
      assertThat(context.paused).containsExactly(RunningTask.PARTITION);

      // The framework pauses again what was paused and is still assigned, then opens.
      task.rebalance();

      assertThat(context.paused).isEmpty();
    }
  }
}
