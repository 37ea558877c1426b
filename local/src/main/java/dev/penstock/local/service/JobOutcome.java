package dev.penstock.local.service;

import dev.penstock.local.sql.SqlResult;
import java.util.List;

/** What a job did. Immutable. */
public sealed interface JobOutcome {
  /** The result of a query. */
  record Query(SqlResult result) implements JobOutcome {}

  /** What a copy job copied (RT-124). */
  record Copy(long copiedRows, long copiedLogicalBytes) implements JobOutcome {}

  /**
   * What a load job loaded (RT-106).
   *
   * @param warnings the rows that were left out, as far as they are remembered
   */
  record Load(
      long inputFiles,
      long inputFileBytes,
      long outputRows,
      long outputBytes,
      long badRecords,
      List<JobError> warnings)
      implements JobOutcome {
    /** Copies the warnings. */
    public Load {
      warnings = List.copyOf(warnings);
    }
  }
}
