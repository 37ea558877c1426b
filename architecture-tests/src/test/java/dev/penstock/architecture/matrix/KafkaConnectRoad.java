package dev.penstock.architecture.matrix;

import dev.penstock.kafka.BigQuerySinkConnector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.awaitility.Awaitility;

/** Structs with the logical types of Connect and Debezium, through a task of the sink. */
final class KafkaConnectRoad implements Road {
  private static final TopicPartition PARTITION = new TopicPartition("matrix", 0);

  @Override
  public String name() {
    return "kafka-connect";
  }

  @Override
  public String title() {
    return "Kafka Connect";
  }

  @Override
  public boolean isAllOrNothing() {
    return false;
  }

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws Exception {
    ConnectValues values = new ConnectValues(table.columns());
    List<SinkRecord> records = new ArrayList<>();
    for (MatrixRow row : rows) {
      Struct struct = values.of(row);
      records.add(
          new SinkRecord(
              PARTITION.topic(), 0, null, null, struct.schema(), struct, records.size()));
    }
    BigQuerySinkConnector connector = new BigQuerySinkConnector();
    connector.start(config(table));
    Map<String, String> config = connector.taskConfigs(1).get(0);
    TaskContext context = new TaskContext(config, PARTITION);
    SinkTask task = (SinkTask) connector.taskClass().getDeclaredConstructor().newInstance();
    task.initialize(context);
    task.start(config);
    try {
      task.open(context.assignment());
      task.put(records);
      awaitCommitted(task, records.size());
    } finally {
      task.close(context.assignment());
      task.stop();
      connector.stop();
    }
    return context.reported();
  }

  private static Map<String, String> config(MatrixTable table) {
    Map<String, String> config = new HashMap<>();
    config.put("name", "matrix");
    config.put("topics", PARTITION.topic());
    config.put("topic2TableMap", PARTITION.topic() + ":" + table.name());
    config.put("project", table.server().project());
    config.put("defaultDataset", table.dataset());
    config.put("restEndpoint", table.server().restUrl());
    config.put("grpcEndpoint", table.server().grpcTarget());
    config.put("decimalHandlingMode", "NUMERIC");
    config.put("errors.tolerance", "all");
    config.put("errors.deadletterqueue.topic.name", "dead-letters");
    return config;
  }

  private static void awaitCommitted(SinkTask task, long end) {
    Awaitility.await("the task commits all records")
        .atMost(Duration.ofSeconds(60))
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              task.put(List.of());
              OffsetAndMetadata committed =
                  task.preCommit(new HashMap<>(Map.of(PARTITION, new OffsetAndMetadata(end))))
                      .get(PARTITION);
              return committed != null && Objects.requireNonNull(committed).offset() == end;
            });
  }
}
