package dev.penstock.core.write;

import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.WriterFixture.RecordedCompletions;
import dev.penstock.core.write.WriterFixture.RecordedMetrics;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** The writers of one task on a local BigQuery and the real clock. One owner thread. */
final class LocalWriters implements AutoCloseable {
  final RecordedCompletions completions = new RecordedCompletions();
  final RecordedMetrics metrics = new RecordedMetrics();
  final DestinationWriters writers;
  private final BigQueryConnection connection;
  private final String project;

  LocalWriters(LocalBigQueryExtension server) {
    this(endpoint(server), server.project());
  }

  /** Writers to any BigQuery. */
  LocalWriters(Endpoint endpoint, String project) {
    this.project = project;
    connection = BigQueryConnection.open(endpoint, project, "penstock-test/1");
    writers =
        new DestinationWriters(
            connection, WriterOptions.defaults(true, "penstock:test"), metrics, Time.SYSTEM);
  }

  static Endpoint endpoint(LocalBigQueryExtension server) {
    return new Endpoint.Emulator(URI.create(server.restUrl()), server.grpcTarget());
  }

  TableWriter writer(String dataset, String table, TablePolicy policy) {
    return writers.writerFor(new Destination(project, dataset, table), policy);
  }

  TableWriter writer(String dataset, String table) {
    return writer(dataset, table, TablePolicy.forChanges(List.of("id")));
  }

  void upsert(TableWriter writer, long ticket, long id, String name) {
    append(writer, WriterFixture.ROWS, ChangeType.UPSERT, ticket, new TextRow(id, name));
  }

  void delete(TableWriter writer, long ticket, long id) {
    append(writer, WriterFixture.ROWS, ChangeType.DELETE, ticket, new TextRow(id, ""));
  }

  void append(
      TableWriter writer, SourceSchema schema, ChangeType change, long ticket, TextRow row) {
    writer.append(schema, row, change, SequenceNumber.of(ticket), ticket);
  }

  /** Flushes and drains until so many rows are acknowledged. */
  void drain(long acknowledged) {
    drain(acknowledged, Duration.ofSeconds(20));
  }

  /** The same within a time. */
  void drain(long acknowledged, Duration timeout) {
    writers.flush();
    Awaitility.await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .atMost(timeout)
        .until(
            () -> {
              writers.drain(completions);
              return completions.acknowledged.size() >= acknowledged;
            });
  }

  @Override
  public void close() {
    writers.close();
    connection.close();
  }
}
