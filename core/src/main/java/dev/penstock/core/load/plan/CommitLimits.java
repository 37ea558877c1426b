package dev.penstock.core.load.plan;

import dev.penstock.core.model.ServiceLimits;

/**
 * How much one job and one commit may hold. Immutable.
 *
 * @param filesPerLoad addresses in one load job
 * @param bytesPerLoad bytes of the files of one load job
 * @param sourcesPerCopy tables that one copy job reads
 * @param loads load jobs of one commit
 * @param copies copy jobs of one commit
 * @param pendingJobs load or copy jobs that wait or run at once
 * @param pendingQueries queries that wait or run at once
 */
public record CommitLimits(
    int filesPerLoad,
    long bytesPerLoad,
    int sourcesPerCopy,
    int loads,
    int copies,
    int pendingJobs,
    int pendingQueries) {
  private static final long TIB = 1L << 40;

  /** Checks that a plan can end. */
  public CommitLimits {
    requireAtLeast("filesPerLoad", filesPerLoad, 1);
    requireAtLeast("bytesPerLoad", bytesPerLoad, 1);
    requireAtLeast("sourcesPerCopy", sourcesPerCopy, 2);
    requireAtLeast("loads", loads, 1);
    requireAtLeast("copies", copies, 1);
    requireAtLeast("pendingJobs", pendingJobs, 1);
    requireAtLeast("pendingQueries", pendingQueries, 1);
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: at least " + least + ")");
    }
  }

  /**
   * Those of the service. A load takes 15 TB (QT-015); 11 TiB leave room for sizes that are counted
   * otherwise.
   */
  public static CommitLimits ofService() {
    return new CommitLimits(
        ServiceLimits.LOAD_SOURCE_URIS.intValue(),
        11 * TIB,
        ServiceLimits.COPY_SOURCES.intValue(),
        ServiceLimits.PROJECT_LOADS_PER_DAY.intValue(),
        ServiceLimits.PROJECT_COPIES_PER_DAY.intValue(),
        ServiceLimits.PENDING_JOBS.intValue(),
        ServiceLimits.QUEUED_QUERIES.intValue());
  }
}
