package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;

/**
 * Sees what others do to the target while a run loads. Nobody is kept out: each publication is one
 * statement or job, and the service puts them in an order. What would get lost unseen is told. One
 * owner thread.
 */
final class TargetWatch {
  private static final String ABSENT = "";

  private final TableAdmin tables;
  private final PublishRequest request;
  private final String before;

  /** Looks at the target before the run changes anything. */
  TargetWatch(TableAdmin tables, PublishRequest request) {
    this.tables = tables;
    this.request = request;
    this.before = replaces() ? version() : ABSENT;
  }

  private boolean replaces() {
    return request.strategy() instanceof Strategy.Replace;
  }

  private String version() {
    return tables.find(request.target()).map(LiveTable::version).orElse(ABSENT);
  }

  /** Looks again, right before a replacement. */
  void warnOfLosses(RunTally tally) {
    if (replaces() && !version().equals(before)) {
      tally.warn(
          "another writer changed "
              + request.target()
              + " while this run loaded, and what it wrote was replaced too");
    }
  }

  /** What a step that failed says of others. */
  IngestException explained(Step step, IngestException failure) {
    if (failure.code() != ErrorCode.ALREADY_EXISTS
        || request.live() != null
        || !step.table().equals(request.target())) {
      return failure;
    }
    return new IngestException(
        failure.code(),
        failure.getMessage()
            + " Another run made it meanwhile; this one changed nothing. Run it again, and it finds"
            + " that table.",
        failure);
  }
}
