package dev.penstock.core.write;

import dev.penstock.core.append.ScriptedWriteServer;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.table.ScriptedTables;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.FakeTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Writers on scripted servers and a clock that moves only when told. One owner thread. */
final class WriterFixture implements AutoCloseable {
  static final SourceSchema ROWS =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("name", ValueKind.TEXT, true)));

  static final SourceSchema WIDER_ROWS =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("name", ValueKind.TEXT, true),
              SourceField.of("city", ValueKind.TEXT, true)));

  private final ScriptedService service = new ScriptedService();
  final ScriptedWriteServer server = service.server;
  final ScriptedTables tables = service.tables;
  final FakeTime time = service.time;
  final RecordedMetrics metrics = new RecordedMetrics();
  final RecordedCompletions completions = new RecordedCompletions();
  final BigQueryConnection connection = service.connect();
  final DestinationWriters writers;

  WriterFixture(UnaryOperator<WriterOptions> change) {
    WriterOptions options = change.apply(WriterOptions.defaults(true, "penstock:test"));
    writers = new DestinationWriters(connection, options, metrics, time);
  }

  static WriterFixture withDefaults() {
    return new WriterFixture(options -> options);
  }

  TableWriter writer(String table) {
    return writers.writerFor(
        new Destination("p", "d", table), TablePolicy.forChanges(List.of("id")));
  }

  /** Appends rows of one request: {@code id} equals the ticket. */
  void append(TableWriter writer, long first, long last) {
    for (long ticket = first; ticket <= last; ticket++) {
      append(writer, ticket, "row " + ticket);
    }
    writers.flush();
  }

  void append(TableWriter writer, long ticket, String name) {
    writer.append(
        ROWS, new TextRow(ticket, name), ChangeType.UPSERT, SequenceNumber.of(ticket), ticket);
  }

  /** Drains, and moves the clock to the next thing that waits, until a condition holds. */
  void drainUntil(BooleanSupplier condition) {
    service.drainUntil(writers, completions, condition);
  }

  void drainUntilAcknowledged(long count) {
    drainUntil(() -> completions.acknowledged.size() >= count);
  }

  void drainUntilRejected(long count) {
    drainUntil(() -> completions.rejected.size() >= count);
  }

  /** Drains, without moving the clock, until a condition holds. */
  void await(BooleanSupplier condition) {
    service.await(writers, completions, condition);
  }

  @Override
  public void close() {
    writers.close();
    connection.close();
    service.close();
  }

  /** Completions in the order they came. */
  static final class RecordedCompletions implements Completions {
    final TreeSet<Long> acknowledged = new TreeSet<>();
    final List<String> runs = new ArrayList<>();
    final List<RejectedRow> rejected = new ArrayList<>();

    @Override
    public void acknowledged(long first, long last) {
      runs.add(first + ".." + last);
      for (long ticket = first; ticket <= last; ticket++) {
        if (!acknowledged.add(ticket)) {
          throw new AssertionError("ticket " + ticket + " was acknowledged twice");
        }
      }
    }

    @Override
    public void rejected(RejectedRow row) {
      rejected.add(row);
    }
  }

  /** Counts retries and keeps failures. */
  static final class RecordedMetrics implements WriteMetrics {
    final List<ErrorCode> retried = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    final List<Destination> forgotten = new ArrayList<>();
    long rows;
    long possiblyRepeated;
    long latencyNanos;
    long oldestMs;
    long inFlightBytes;

    @Override
    public void acknowledged(Destination destination, long count, long bytes) {
      rows += count;
    }

    @Override
    public void latency(Destination destination, long nanos) {
      latencyNanos = nanos;
    }

    @Override
    public void possiblyRepeated(Destination destination, long count) {
      possiblyRepeated += count;
    }

    @Override
    public void forgotten(Destination destination) {
      forgotten.add(destination);
    }

    @Override
    public void retried(Destination destination, ErrorCode code) {
      retried.add(code);
    }

    @Override
    public void failed(Destination destination, ErrorCode code, String message) {
      failures.add(message);
    }

    @Override
    public void oldestUnacknowledged(long ageMs) {
      oldestMs = ageMs;
    }

    @Override
    public void inFlight(long requests, long bytes) {
      inFlightBytes = bytes;
    }
  }
}
