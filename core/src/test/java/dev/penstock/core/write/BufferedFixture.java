package dev.penstock.core.write;

import com.google.protobuf.ByteString;
import dev.penstock.core.append.ScriptedWriteServer;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.ScriptedTables;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.write.WriterFixture.RecordedCompletions;
import dev.penstock.core.write.WriterFixture.RecordedMetrics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Writers to buffered streams on scripted servers, which a test can stop and start again, and a
 * clock that moves only when told. One owner thread.
 */
final class BufferedFixture implements AutoCloseable {
  static final TablePolicy POLICY =
      TablePolicy.builder().createTable(true).addColumns(true).build();

  private static final Pattern ROW = Pattern.compile("row (\\d+);");

  private final ScriptedService service = new ScriptedService();
  final ScriptedWriteServer server = service.server;
  final ScriptedTables tables = service.tables;
  final FakeTime time = service.time;
  final RecordedMetrics metrics = new RecordedMetrics();
  final WriterOptions options;
  RecordedCompletions completions = new RecordedCompletions();
  BigQueryConnection connection;
  DestinationWriters writers;
  StreamCommitter committer;

  BufferedFixture() {
    this(WriterOptions.defaults(false, "penstock:test"));
  }

  /** With at most so many connections at once. */
  static BufferedFixture withConnections(int maxConnections) {
    return new BufferedFixture(
        WriterOptions.builder(false, "penstock:test").maxConnections(maxConnections).build());
  }

  private BufferedFixture(WriterOptions options) {
    this.options = options;
    this.connection = service.connect();
    this.writers = DestinationWriters.buffered(connection, options, metrics, time);
    this.committer = new StreamCommitter(connection, options.recovery(), time);
  }

  /** Ends the writers as a crash would, and starts others where positions say. */
  void restart(List<StreamPosition> positions) {
    writers.close();
    connection.close();
    connection = service.connect();
    completions = new RecordedCompletions();
    writers = DestinationWriters.buffered(connection, options, metrics, time);
    writers.restore(positions);
    committer = new StreamCommitter(connection, options.recovery(), time);
  }

  static Destination table(String name) {
    return new Destination("p", "d", name);
  }

  TableWriter writer(String table) {
    return writers.writerFor(table(table), POLICY);
  }

  /** Appends rows of one request; a row's text names its ticket. */
  void append(String table, long first, long last) {
    for (long ticket = first; ticket <= last; ticket++) {
      append(table, ticket, "row " + ticket + ";");
    }
    writers.flush();
  }

  void append(String table, long ticket, String... texts) {
    append(table, texts.length == 1 ? WriterFixture.ROWS : WriterFixture.WIDER_ROWS, ticket, texts);
  }

  private void append(String table, SourceSchema schema, long ticket, String... texts) {
    writer(table).append(schema, new TextRow(ticket, texts), ChangeType.APPEND, null, ticket);
  }

  /** Drains, and moves the clock to the next thing that waits, until a condition holds. */
  void drainUntil(BooleanSupplier condition) {
    service.drainUntil(writers, completions, condition);
  }

  /** Drains, without moving the clock, until a condition holds. */
  void await(BooleanSupplier condition) {
    service.await(writers, completions, condition);
  }

  /** Flushes and drains until every row has an answer. */
  void settle() {
    writers.flush();
    drainUntil(() -> writers.unacknowledgedBytes() == 0);
  }

  /** Settles, takes a snapshot and commits it. */
  StreamSnapshot checkpoint() {
    settle();
    StreamSnapshot snapshot = writers.snapshot();
    snapshot.advanced().forEach(committer::commit);
    return snapshot;
  }

  /** The numbers of the readable rows of a table, in the order of its streams. */
  List<Integer> readable(String table) {
    return numbers(server.streams().readable(table(table).resourceName()));
  }

  /** The numbers of all rows of a stream, in order. */
  List<Integer> rows(String stream) {
    return numbers(server.streams().rows(stream));
  }

  static List<Integer> numbers(List<ByteString> rows) {
    List<Integer> numbers = new ArrayList<>();
    for (ByteString row : rows) {
      Matcher matcher = ROW.matcher(row.toString(StandardCharsets.ISO_8859_1));
      if (!matcher.find()) {
        throw new AssertionError("a row without a number");
      }
      numbers.add(Integer.valueOf(matcher.group(1)));
    }
    return numbers;
  }

  static List<Integer> range(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }

  /** The full name of a stream. */
  static String stream(String table, int number) {
    return table(table).resourceName() + "/streams/s" + number;
  }

  static StreamPosition position(String table, int stream, long nextOffset) {
    return new StreamPosition(table(table), stream(table, stream), nextOffset);
  }

  @Override
  public void close() {
    writers.close();
    connection.close();
    service.close();
  }
}
