package dev.penstock.flink.sink;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.Completions;
import dev.penstock.core.write.DestinationWriters;
import dev.penstock.core.write.StreamPosition;
import dev.penstock.core.write.StreamSnapshot;
import dev.penstock.core.write.TableWriter;
import dev.penstock.core.write.WriterOptions;
import dev.penstock.flink.TableDestination;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one sink task. Its clients are made with the first row, so that credentials are
 * read where and when they are needed. One owner thread.
 */
final class Engine implements AutoCloseable {
  private static final StreamSnapshot NOTHING = new StreamSnapshot(List.of(), List.of());

  private final SinkSpec<?> spec;
  private final Streams streams;
  private final SinkMetrics metrics;
  private final Map<TableDestination, TableWriter> known = new HashMap<>();
  private @Nullable Open open;
  private @Nullable TableDestination last;
  private @Nullable TableWriter lastWriter;

  private record Open(BigQueryConnection connection, DestinationWriters writers) {}

  /** What kind of streams the writers of a task use. */
  interface Streams {
    DestinationWriters open(
        BigQueryConnection connection, WriterOptions options, WriteMetrics metrics, Time time);
  }

  Engine(SinkSpec<?> spec, Streams streams, SinkMetrics metrics) {
    this.spec = spec;
    this.streams = streams;
    this.metrics = metrics;
  }

  /** The writer of a table. */
  TableWriter writerFor(TableDestination destination) {
    TableWriter writer = destination.equals(last) ? lastWriter : null;
    if (writer == null) {
      writer = known.computeIfAbsent(destination, this::make);
      metrics.open(known.size());
      last = destination;
      lastWriter = writer;
    }
    return writer;
  }

  private TableWriter make(TableDestination destination) {
    Open opened = open(destination.getProject());
    return opened
        .writers()
        .writerFor(destination.toDestination(), spec.tables().policyFor(destination));
  }

  /** Jobs run in the project of the first table. */
  private Open open(String project) {
    if (open == null) {
      BigQueryConnection connection = spec.access().open(project);
      try {
        WriterOptions options = spec.stream().toWriterOptions(spec.cdc() != null);
        open = new Open(connection, streams.open(connection, options, metrics, Time.SYSTEM));
      } finally {
        if (open == null) {
          connection.close();
        }
      }
    }
    return open;
  }

  /** Whether another row may be appended. */
  boolean hasRoom() {
    return open == null || open.writers().hasRoom();
  }

  /** Sends what is buffered. */
  void flush() {
    if (open != null) {
      open.writers().flush();
    }
  }

  /** Hands over what became of rows. */
  void drain(Completions completions) {
    if (open != null) {
      open.writers().drain(completions);
    }
  }

  /** Goes on where an earlier task stood. */
  void restore(List<StreamPosition> positions) {
    if (!positions.isEmpty()) {
      open(positions.get(0).destination().project()).writers().restore(positions);
    }
  }

  /** Where the streams stand, once every row is answered. */
  StreamSnapshot snapshot() {
    return open == null ? NOTHING : open.writers().snapshot();
  }

  /** Forgets tables that had no rows for long, once every row is answered. */
  void evictIdle() {
    if (open == null) {
      return;
    }
    Set<Destination> forgotten = Set.copyOf(open.writers().evictIdle());
    if (!forgotten.isEmpty()) {
      known.values().removeIf(writer -> forgotten.contains(writer.destination()));
      last = null;
      lastWriter = null;
      metrics.open(known.size());
    }
  }

  /** The tables that have a writer. */
  Set<TableDestination> destinations() {
    return known.keySet();
  }

  @Override
  public void close() {
    if (open != null) {
      try {
        open.writers().close();
      } finally {
        open.connection().close();
        open = null;
      }
    }
  }
}
