package dev.penstock.flink.sink;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.StreamCommitter;
import dev.penstock.core.write.StreamPosition;
import dev.penstock.flink.EngineFailure;
import dev.penstock.flink.ServiceAccess;
import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows readable that a checkpoint covers. Its clients are made with the first position. One
 * owner thread.
 */
final class PositionCommitter implements Committer<StreamPosition> {
  private final ServiceAccess access;
  private final RetryBudget recovery;
  private @Nullable BigQueryConnection connection;
  private @Nullable StreamCommitter committer;

  PositionCommitter(ServiceAccess access, RetryBudget recovery) {
    this.access = access;
    this.recovery = recovery;
  }

  /**
   * Commits all positions, those behind one that fails too: its table may never be well again, and
   * the others shall not wait for it. An outage ends it, since each further position would wait as
   * long again. After a restart all of them are committed again, which is harmless.
   */
  @Override
  public void commit(Collection<CommitRequest<StreamPosition>> requests) throws IOException {
    IOException first = null;
    for (CommitRequest<StreamPosition> request : requests) {
      StreamPosition position = request.getCommittable();
      try {
        committerFor(position).commit(position);
      } catch (IngestException e) {
        IOException failure = EngineFailure.of(e);
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
        if (e.code().isRetriable() || e.code() == ErrorCode.INTERRUPTED) {
          break;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private StreamCommitter committerFor(StreamPosition position) {
    if (committer == null) {
      connection = access.open(position.destination().project());
      committer = new StreamCommitter(connection, recovery, Time.SYSTEM);
    }
    return committer;
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.close();
    }
  }
}
