package dev.penstock.demo.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A BigQuery sink connector with three tasks that writes the topics of some tables to tables of the
 * same names. Methods may be called from any thread, except that {@link #rewind} is not concurrent
 * with other changes.
 */
public final class Sink {
  /** Tasks of every sink, and partitions of every topic it reads. */
  public static final int TASKS = 3;

  private static final Duration CATCH_UP_BOUND = Duration.ofMinutes(3);

  private final String name;
  private final List<String> tables;
  private final Sequencing sequencing;
  private final Stack stack;
  private final List<TopicPartition> partitions;

  /** Where the sequence number of a row comes from. */
  public sealed interface Sequencing {
    /** The Kafka offset. */
    record Offset() implements Sequencing {}

    /** A column of the row, then the Kafka offset. */
    record Column(String column) implements Sequencing {}
  }

  Sink(Stack stack, String name, List<String> tables, Sequencing sequencing) {
    this.stack = stack;
    this.name = name;
    this.tables = List.copyOf(tables);
    this.sequencing = sequencing;
    List<TopicPartition> all = new ArrayList<>();
    for (String table : tables) {
      for (int partition = 0; partition < TASKS; partition++) {
        all.add(new TopicPartition(Source.topic(table), partition));
      }
    }
    this.partitions = List.copyOf(all);
  }

  /** The connector's name in Connect. */
  public String name() {
    return name;
  }

  /** Creates the connector and waits until its tasks run. */
  public Sink start() {
    rest().put(name, config());
    rest().awaitRunning(name, TASKS);
    return this;
  }

  private ConnectRest rest() {
    return stack.worker().rest();
  }

  private Map<String, String> config() {
    Map<String, String> config = new HashMap<>();
    config.putAll(
        Map.of(
            "connector.class", "dev.penstock.kafka.BigQuerySinkConnector",
            "tasks.max", Integer.toString(TASKS),
            "topics", tables.stream().map(Source::topic).collect(Collectors.joining(",")),
            "topic2TableMap",
                tables.stream()
                    .map(table -> Source.topic(table) + ":" + table)
                    .collect(Collectors.joining(",")),
            "project", LocalRest.PROJECT,
            "defaultDataset", LocalRest.DATASET,
            "restEndpoint", stack.local().restUrl(),
            "grpcEndpoint", stack.local().grpcTarget(),
            "consumer.override.auto.offset.reset", "earliest"));
    config.putAll(
        Map.of(
            "cdcEnabled", "true",
            "autoCreateTables", "true",
            "allowNewBigQueryFields", "true",
            "decimalHandlingMode", "NUMERIC",
            "jsonColumns", "JSON",
            "cdcMetadataFields", "__deleted,__op,__lsn"));
    config.putAll(
        Map.of(
            "transforms", "unwrap",
            "transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState",
            "transforms.unwrap.delete.tombstone.handling.mode", "rewrite-with-tombstone",
            "transforms.unwrap.add.fields", "op,lsn",
            "transforms.unwrap.replace.null.with.default", "false"));
    if (sequencing instanceof Sequencing.Column field) {
      config.put("cdcSequenceMode", "FIELD_OFFSET");
      config.put("cdcChangeSequenceNumberField", field.column());
    }
    return config;
  }

  /** Restarts one task. */
  public void restartTask(int task) {
    rest().restartTask(name, task);
  }

  /**
   * Stops the connector, moves every partition back by a share of what it has, and starts it again.
   *
   * @param share of the acknowledged records to read once more; 1 is all
   * @return how many records are read once more
   */
  public long rewind(double share) {
    rest().stop(name);
    List<Map<String, Object>> offsets = new ArrayList<>();
    long again = 0;
    for (JsonNode committed : rest().offsets(name)) {
      long offset = committed.at("/offset/kafka_offset").asLong();
      long target = (long) Math.floor(offset * (1 - share));
      again += offset - target;
      offsets.add(
          Map.of(
              "partition",
              Map.of(
                  "kafka_topic", committed.at("/partition/kafka_topic").asText(),
                  "kafka_partition", committed.at("/partition/kafka_partition").asInt()),
              "offset",
              Map.of("kafka_offset", target)));
    }
    if (!offsets.isEmpty()) {
      rest().alterOffsets(name, offsets);
    }
    rest().resume(name);
    rest().awaitRunning(name, TASKS);
    return again;
  }

  /** What the topics hold and how much of it is acknowledged and committed. */
  public Backlog backlog() {
    Map<TopicPartition, OffsetSpec> latest =
        partitions.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
    Admin admin = stack.admin();
    try {
      Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(latest).all().get();
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin.listConsumerGroupOffsets("connect-" + name).partitionsToOffsetAndMetadata().get();
      long published = 0;
      long acknowledged = 0;
      for (TopicPartition partition : partitions) {
        ListOffsetsResultInfo end = ends.get(partition);
        OffsetAndMetadata offset = committed.get(partition);
        published += end == null ? 0 : end.offset();
        acknowledged += offset == null ? 0 : offset.offset();
      }
      return new Backlog(published, acknowledged);
    } catch (ExecutionException e) {
      throw new StackException("Offsets of " + name + " could not be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while reading offsets of " + name, e);
    }
  }

  /** Waits until everything the topics hold now is acknowledged and committed. */
  public void awaitCaughtUp() {
    long published = backlog().published();
    Wait.until(
        "sink " + name + " acknowledges " + published + " records",
        CATCH_UP_BOUND,
        () -> {
          rest().requireHealthy(name);
          return backlog().acknowledged() >= published;
        });
  }

  /** Throws when the connector or a task has failed. */
  public void requireHealthy() {
    rest().requireHealthy(name);
  }
}
