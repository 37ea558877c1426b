package dev.penstock.kafka.task;

import dev.penstock.core.time.Time;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A task on topic {@code t}, partition 0, that writes to a local BigQuery. One owner thread. */
final class RunningTask implements AutoCloseable {
  static final TopicPartition PARTITION = new TopicPartition("t", 0);
  static final Schema KEY = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
  static final Schema ROW =
      SchemaBuilder.struct()
          .field("id", Schema.INT64_SCHEMA)
          .field("name", Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  final FakeContext context;
  private final BigQuerySinkTask task;
  private long nextOffset;

  private RunningTask(FakeContext context, Time time, Map<String, String> config) {
    this.context = context;
    this.task = new BigQuerySinkTask(time);
    task.initialize(context);
    task.start(config);
    task.open(context.assignment());
  }

  static RunningTask start(LocalBigQueryExtension bigQuery, String dataset, String... pairs) {
    return start(bigQuery, dataset, new FakeContext(false, true), pairs);
  }

  static RunningTask start(
      LocalBigQueryExtension bigQuery, String dataset, FakeContext context, String... pairs) {
    return start(bigQuery, dataset, context, Time.SYSTEM, pairs);
  }

  static RunningTask start(
      LocalBigQueryExtension bigQuery,
      String dataset,
      FakeContext context,
      Time time,
      String... pairs) {
    Map<String, String> config = new HashMap<>();
    config.put("name", dataset);
    config.put("topics", "t");
    config.put("project", bigQuery.project());
    config.put("defaultDataset", dataset);
    config.put("restEndpoint", bigQuery.restUrl());
    config.put("grpcEndpoint", bigQuery.grpcTarget());
    config.put("cdcEnabled", "true");
    for (int i = 0; i < pairs.length; i += 2) {
      config.put(pairs[i], pairs[i + 1]);
    }
    return new RunningTask(context, time, config);
  }

  static Struct key(long id) {
    return new Struct(KEY).put("id", id);
  }

  static Struct row(long id, String name) {
    return new Struct(ROW).put("id", id).put("name", name);
  }

  /** The next record of the partition. */
  SinkRecord record(
      @Nullable Schema keySchema,
      @Nullable Object key,
      @Nullable Schema valueSchema,
      @Nullable Object value) {
    return new SinkRecord("t", 0, keySchema, key, valueSchema, value, nextOffset++);
  }

  SinkRecord upsert(long id, String name) {
    return record(KEY, key(id), ROW, row(id, name));
  }

  void put(SinkRecord... records) {
    task.put(List.of(records));
  }

  void putUpserts(int from, int to) {
    List<SinkRecord> records = new ArrayList<>();
    for (int id = from; id < to; id++) {
      records.add(upsert(id, "n" + id));
    }
    task.put(records);
  }

  /** Takes the partitions away and gives them back. */
  void rebalance() {
    task.close(context.assignment());
    task.open(context.assignment());
  }

  long committed() {
    OffsetAndMetadata offset =
        task.preCommit(Map.of(PARTITION, new OffsetAndMetadata(nextOffset))).get(PARTITION);
    return offset == null ? -1 : offset.offset();
  }

  /** Turns the task as the framework does until everything that was put is committed. */
  void awaitCommitted() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              task.put(List.of());
              return committed() == nextOffset;
            });
  }

  /** Turns the task until it fails. */
  Throwable awaitFailure() {
    Throwable[] failure = new Throwable[1];
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              try {
                task.put(List.of());
              } catch (RuntimeException e) {
                failure[0] = e;
              }
              return failure[0] != null;
            });
    return failure[0];
  }

  BigQuerySinkTask task() {
    return task;
  }

  @Override
  public void close() {
    task.close(context.assignment());
    task.stop();
  }
}
