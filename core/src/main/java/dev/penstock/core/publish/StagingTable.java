package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The staging table of one run: nobody else's, and alive as long as the run. One owner thread. */
final class StagingTable {
  /** The last resort against staging tables that nobody drops. */
  private static final Duration LIFETIME = Duration.ofHours(24);

  /** Longer than two jobs, which nobody prolongs the table in. */
  private static final Duration MIN_LEFT = Duration.ofHours(18);

  private final TableAdmin tables;
  private final Time time;
  private final PublishRequest request;
  private final String attempt;
  private boolean made;
  private long prolongedNanos;

  StagingTable(TableAdmin tables, Time time, PublishRequest request, String attempt) {
    this.tables = tables;
    this.time = time;
    this.request = request;
    this.attempt = attempt;
  }

  /**
   * Makes it.
   *
   * @throws IngestException ALREADY_EXISTS when another run has its name
   */
  void create(Step.CreateTable step) {
    Map<String, String> labels = new HashMap<>(step.labels());
    labels.put(PlanDraft.ATTEMPT_LABEL, attempt);
    try {
      LiveTable unused =
          tables.create(
              step.table(),
              step.spec()
                  .withAttributes(
                      step.spec().attributes().withLabels(labels).withLifetime(LIFETIME)));
    } catch (IngestException e) {
      if (e.code() != ErrorCode.ALREADY_EXISTS) {
        throw e;
      }
      throw new IngestException(
          e.code(),
          "Table "
              + step.table()
              + " is there already: another run with the id "
              + request.runId()
              + " goes on, or died on another machine. Nothing was changed. Wait for its end, load"
              + " under another id, or drop that table.",
          e);
    }
    made = true;
    prolongedNanos = time.nanos();
  }

  /** Keeps it alive. Cheap until hours have gone by. */
  void prolong() {
    long left = LIFETIME.toNanos() - (time.nanos() - prolongedNanos);
    if (made && left < MIN_LEFT.toNanos()) {
      LiveTable unused = tables.prolong(request.staging(), LIFETIME);
      prolongedNanos = time.nanos();
    }
  }

  /** It was dropped. */
  void dropped() {
    made = false;
  }
}
