package dev.penstock.core.publish;

import dev.penstock.core.job.Jobs;
import dev.penstock.core.table.TableAdmin;
import java.nio.file.Path;
import java.util.List;

/**
 * The journals of runs in a directory of this machine: one file a run, locked while the run lives
 * and deleted when it ends, so that the next run can clean up after one that died. Thread-safe.
 */
public final class RunJournals {
  private final Path directory;
  private final String place;

  /**
   * Journals in a directory, which is made when the first run begins.
   *
   * @param place the BigQuery that runs write to, such as {@code project my-project}: journals of
   *     other places are left alone
   */
  public RunJournals(Path directory, String place) {
    this.directory = directory;
    this.place = place;
  }

  /** Begins the journal of a run. */
  public RunJournal begin(PublishPlan plan) {
    throw new UnsupportedOperationException("being built " + directory + place);
  }

  /**
   * Cleans up after runs that died: waits for the jobs that they had begun, and drops their staging
   * tables.
   */
  public List<RecoveredRun> recover(TableAdmin tables, Jobs jobs) {
    throw new UnsupportedOperationException("being built");
  }
}
