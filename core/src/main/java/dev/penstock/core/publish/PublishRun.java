package dev.penstock.core.publish;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;

/** Carries out plans. One owner thread, which waits for the service. */
public final class PublishRun {
  /**
   * A way to carry out plans.
   *
   * @param loads how rows travel
   */
  public PublishRun(
      TableAdmin tables,
      Jobs jobs,
      Loads loads,
      RunJournals journals,
      RunListener listener,
      Time time) {}

  /**
   * Carries out a plan. Nothing is created before the source gave its first row. When a step fails,
   * the target is as before and the staging table is dropped.
   *
   * @throws dev.penstock.core.error.IngestException EMPTY_SOURCE when a source without rows was to
   *     replace the target and may not
   */
  public PublishReport run(PublishPlan plan, RowCursor source) {
    throw new UnsupportedOperationException("being built");
  }
}
