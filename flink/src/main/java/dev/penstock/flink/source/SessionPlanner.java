package dev.penstock.flink.source;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.scan.ReadSession;
import dev.penstock.core.scan.ReadSessions;
import dev.penstock.core.time.Time;
import dev.penstock.flink.EngineFailure;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** Makes the one session of a read, and a split of each of its streams. Immutable. */
final class SessionPlanner implements Callable<List<ReadSplit>> {
  private final SourceSpec<?> spec;

  SessionPlanner(SourceSpec<?> spec) {
    this.spec = spec;
  }

  /** Makes the session; may wait for the service. */
  @Override
  public List<ReadSplit> call() throws IOException {
    try (BigQueryConnection connection = spec.access().openOnJobManager(spec.parentProject())) {
      ReadSession session = new ReadSessions(connection, Time.SYSTEM).open(spec.toRequest());
      return session.streams().stream()
          .map(stream -> new ReadSplit(stream, 0, session.avroSchema(), session.expiresAt()))
          .toList();
    } catch (IngestException e) {
      throw EngineFailure.of(e);
    }
  }
}
