package dev.penstock.kafka.scenario;

import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.TableReader;
import dev.penstock.testkit.tap.AppendTap;
import dev.penstock.testkit.tap.AppendedRow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * One case in a dataset of its own: a log, a sink with one task, and the table it fills. One owner
 * thread.
 */
final class SinkCase implements AutoCloseable {
  private final LocalBigQueryExtension bigquery;
  private final String dataset;
  private final String table;
  private final AppendTap tap;
  private final TopicLog log = new TopicLog(3);
  private ScenarioConfig config;
  private @Nullable SinkRun sink;

  /** A case on the topic and the table {@code items}. */
  SinkCase(LocalBigQueryExtension bigquery, String dataset) {
    this(bigquery, dataset, "items");
  }

  SinkCase(LocalBigQueryExtension bigquery, String dataset, String table) {
    this.bigquery = bigquery;
    this.table = table;
    this.dataset = bigquery.createDataset(dataset);
    this.tap = AppendTap.start(bigquery.grpcTarget());
    this.config =
        ScenarioConfig.into(bigquery, tap, dataset)
            .with("topics", "shop.public." + table)
            .with("topic2TableMap", "shop.public." + table + ":" + table);
  }

  /** Removes the transform: the sink gets what Debezium wrote. */
  SinkCase withoutTransform() {
    stop();
    config = config.withoutTransform();
    return this;
  }

  /** Sets a key of the configuration; a running sink is stopped and takes it at the next send. */
  SinkCase with(String key, String value) {
    stop();
    config = config.with(key, value);
    return this;
  }

  TopicLog log() {
    return log;
  }

  /** Appends events to the log, delivers them one a put, and commits up to the end of the log. */
  SinkCase send(List<RecordedEvent> events) {
    return send(events.toArray(RecordedEvent[]::new));
  }

  /** The same for events one by one. */
  SinkCase send(RecordedEvent... events) {
    List<SinkRecord> records = Arrays.stream(events).map(log::append).toList();
    records.forEach(record -> running().deliver(List.of(record)));
    running().awaitCommitted(log.ends());
    return this;
  }

  /** Delivers records in one put, without a commit. */
  SinkCase deliver(List<SinkRecord> records) {
    running().deliver(records);
    return this;
  }

  SinkRun running() {
    if (sink == null) {
      sink = SinkRun.start(config.keys(), 1, config.transform());
    }
    return sink;
  }

  /** The table. */
  TableReader table() {
    return bigquery.table(dataset, table);
  }

  /** The row under a key column's value; null if there is none. */
  @Nullable Map<String, @Nullable Object> row(Object id) {
    return rows().stream().filter(row -> id.equals(row.get("id"))).findFirst().orElse(null);
  }

  /** The rows of the table. */
  List<Map<String, @Nullable Object>> rows() {
    return table().rows();
  }

  /** One column of all rows. */
  List<@Nullable Object> column(String name) {
    return rows().stream().<@Nullable Object>map(row -> row.get(name)).toList();
  }

  /** The messages of the records in the dead letter queue since the last call. */
  List<String> takeDeadLetters() {
    return running().takeDeadLetters().stream()
        .map(letter -> String.valueOf(letter.error().getMessage()))
        .toList();
  }

  /** The rows on the wire since the last call. */
  List<AppendedRow> takeAppended() {
    return tap.takeRows();
  }

  private void stop() {
    if (sink != null) {
      sink.close();
      sink = null;
    }
  }

  @Override
  public void close() {
    stop();
    tap.close();
  }
}
