package dev.penstock.core.contract;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import dev.penstock.core.write.Completions;
import dev.penstock.core.write.DestinationWriters;
import dev.penstock.core.write.StreamCommitter;
import dev.penstock.core.write.StreamPosition;
import dev.penstock.core.write.StreamSnapshot;
import dev.penstock.core.write.WriterOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows to the default stream, or to a buffered one with one commit. One owner thread. */
final class StreamRoads implements Completions, AutoCloseable {
  private static final int MAX_TURNS = 50_000;

  private final BigQueryConnection connection;
  private final Scene scene;
  private final Injection injection;
  private final boolean buffered;
  private final Time time = new PacedTime();
  private final Set<Long> acknowledged = new HashSet<>();
  private final Set<Long> rejected = new HashSet<>();
  private DestinationWriters writers;

  StreamRoads(BigQueryConnection connection, Scene scene, Injection injection, boolean buffered) {
    this.connection = connection;
    this.scene = scene;
    this.injection = injection;
    this.buffered = buffered;
    this.writers = open();
  }

  private DestinationWriters open() {
    WriterOptions options = Rows.options(injection).build();
    return buffered
        ? DestinationWriters.buffered(connection, options, WriteMetrics.NONE, time)
        : new DestinationWriters(connection, options, WriteMetrics.NONE, time);
  }

  /** Writes the rows; what is thrown is part of the result. */
  Result run() {
    @Nullable IngestException stop = null;
    try {
      write();
    } catch (IngestException e) {
      stop = e;
    }
    return new Result(acknowledged, rejected, stop);
  }

  private void write() {
    if (injection.has(Injection.Trait.RESTORED)) {
      restore();
    }
    act(Moment.START);
    for (long id : Rows.ALL) {
      if (id > 2 || !injection.has(Injection.Trait.RESTORED)) {
        append(id);
      }
      if (id == 1) {
        act(Moment.PLANNED);
      }
      if (id % 2 == 0) {
        writers.flush();
      }
      if (id == 2 && injection.moment() == Moment.BEGUN) {
        settle();
        act(Moment.BEGUN);
      }
    }
    settle();
    act(Moment.WRITTEN);
    if (buffered) {
      commit();
    }
  }

  /** Rows 1 and 2 are committed, and others behind them are not, as after a crash. */
  private void restore() {
    append(1);
    append(2);
    settle();
    List<StreamPosition> positions = commit().positions();
    writers.close();
    writers = open();
    writers.restore(positions);
  }

  private StreamSnapshot commit() {
    StreamSnapshot snapshot = writers.snapshot();
    StreamCommitter committer =
        new StreamCommitter(connection, Rows.options(injection).build().recovery(), time);
    snapshot.advanced().forEach(committer::commit);
    return snapshot;
  }

  private void act(Moment moment) {
    if (injection.moment() == moment) {
      injection.act().accept(scene);
    }
  }

  private void append(long id) {
    boolean change = injection.has(Injection.Trait.CHANGES);
    boolean unused =
        writers
            .writerFor(scene.destination(), policy())
            .append(
                Rows.schemaOf(id, injection),
                Rows.row(id, injection),
                change ? ChangeType.UPSERT : ChangeType.APPEND,
                change ? SequenceNumber.of(id) : null,
                id);
  }

  private TablePolicy policy() {
    return TablePolicy.builder()
        .createTable(!injection.has(Injection.Trait.NO_CREATION))
        .addColumns(!injection.has(Injection.Trait.FIXED))
        .primaryKey(injection.has(Injection.Trait.CHANGES) ? List.of("id") : List.of())
        .build();
  }

  private void settle() {
    writers.flush();
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      writers.drain(this);
      if (writers.unacknowledgedBytes() == 0) {
        return;
      }
      Waits.pause(time, "The contract", 1);
    }
    throw new AssertionError("no end after " + MAX_TURNS + " turns");
  }

  @Override
  public void acknowledged(long first, long last) {
    for (long id = first; id <= last; id++) {
      acknowledged.add(id);
    }
  }

  @Override
  public void rejected(RejectedRow row) {
    rejected.add(row.ticket());
  }

  @Override
  public void close() {
    writers.close();
  }
}
