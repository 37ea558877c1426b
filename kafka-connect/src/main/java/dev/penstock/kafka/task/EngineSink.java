package dev.penstock.kafka.task;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.Completions;
import dev.penstock.core.write.DestinationWriters;
import dev.penstock.kafka.config.PluginVersion;
import dev.penstock.kafka.config.SinkOptions;
import dev.penstock.kafka.route.Decision;
import java.util.List;
import java.util.Map;

/** Rows into BigQuery through the write engine. One owner thread. */
final class EngineSink implements RowSink {
  private final BigQueryConnection connection;
  private final DestinationWriters writers;

  private EngineSink(BigQueryConnection connection, DestinationWriters writers) {
    this.connection = connection;
    this.writers = writers;
  }

  static EngineSink open(SinkOptions options, WriteMetrics metrics, Time time) {
    BigQueryConnection connection =
        BigQueryConnection.open(
            options.endpoint(),
            options.routing().project(),
            "penstock-kafka/" + PluginVersion.value());
    return new EngineSink(
        connection, new DestinationWriters(connection, options.writing(), metrics, time));
  }

  @Override
  public List<String> primaryKeyOf(Destination destination, TablePolicy policy) {
    return writers.writerFor(destination, policy).primaryKey();
  }

  @Override
  public Map<String, String> labelsOf(Destination destination, TablePolicy policy) {
    return writers.writerFor(destination, policy).labels();
  }

  @Override
  public void append(Decision.Write row, long ticket) {
    writers
        .writerFor(row.destination(), row.policy())
        .append(row.schema(), row.row(), row.change(), row.sequence(), ticket);
  }

  @Override
  public boolean hasRoom() {
    return writers.hasRoom();
  }

  @Override
  public long unacknowledgedBytes() {
    return writers.unacknowledgedBytes();
  }

  @Override
  public void flush() {
    writers.flush();
  }

  @Override
  public void drain(Completions completions) {
    writers.drain(completions);
  }

  @Override
  public void evictIdle() {
    List<Destination> unused = writers.evictIdle();
  }

  @Override
  public void close() {
    try {
      writers.close();
    } finally {
      connection.close();
    }
  }
}
