package dev.penstock.core.publish;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Moves the rows of one run from its source into the table that the plan loads. One owner thread.
 */
final class RowTransfer {
  private static final int ROWS_BETWEEN_CALLS = 4096;

  private final TableAdmin tables;
  private final Loads loads;
  private final RunJournal journal;
  private final RunListener listener;
  private final StagingTable staging;
  private final RunTally tally;
  private boolean commits;

  RowTransfer(
      TableAdmin tables,
      Loads loads,
      RunJournal journal,
      RunListener listener,
      StagingTable staging,
      RunTally tally) {
    this.tables = tables;
    this.loads = loads;
    this.journal = journal;
    this.listener = listener;
    this.staging = staging;
    this.tally = tally;
  }

  /** Whether rows are about to be readable, and nothing tells yet whether they are. */
  boolean commits() {
    return commits;
  }

  /** Rows that go straight into the target must be found again by a repetition of the run. */
  private void note(int index, RunSource source, @Nullable FinishedStreams streams) {
    PublishRequest request = tally.request();
    if (streams == null || !streams.destination().equals(request.target())) {
      journal.commits(index);
      return;
    }
    long created = tables.find(request.target()).map(LiveTable::createdMillis).orElse(0L);
    journal.commits(index, new SentRows(source.fingerprint(), source.named(), created, streams));
  }

  /** Loads the rest of the source, which stands at its first row. */
  void run(int index, String jobId, Step.LoadRows step, RunSource source) {
    RowCursor rows = step.sequenced() ? new SequencedRows(source.rows()) : source.rows();
    Map<String, String> labels = new HashMap<>(PlanDraft.labels(tally.request().runId()));
    if (tally.request().strategy() instanceof Strategy.Append) {
      labels.put(EarlierLoad.LABEL, source.fingerprint());
    }
    long count = 0;
    try (TableLoad load = loads.open(step, jobId, labels)) {
      do {
        load.append(rows);
        count++;
        if (count % ROWS_BETWEEN_CALLS == 0) {
          listener.loaded(count, load.bytes());
          staging.prolong();
        }
      } while (rows.next());
      tally.read(count);
      listener.loaded(count, load.bytes());
      staging.prolong();
      note(index, source, load.prepare().orElse(null));
      commits = true;
      LoadResult result = load.finish();
      if (result.rows() != count) {
        throw new IngestException(
            ErrorCode.INTERNAL,
            "The service stored "
                + result.rows()
                + " rows of "
                + count
                + " in "
                + step.table()
                + ". Load again.");
      }
      commits = false;
      tally.loaded(step, result);
    }
  }
}
