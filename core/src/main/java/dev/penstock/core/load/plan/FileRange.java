package dev.penstock.core.load.plan;

import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.model.Destination;

/**
 * Neighbouring files of a group that one job can load. Immutable.
 *
 * @param from the first file
 * @param to the one after the last file
 * @param bytes of all its files
 */
record FileRange(StagedGroup group, int from, int to, long bytes) {
  PlannedJob.Load into(Destination table, WriteDisposition disposition, JobName name) {
    return new PlannedJob.Load(group, from, to, bytes, table, disposition, false, name);
  }

  /** Overwrites what an earlier try left, so that it can be repeated. */
  PlannedJob.Load intoTemporary(Destination table, JobName name) {
    return new PlannedJob.Load(
        group, from, to, bytes, table, WriteDisposition.TRUNCATE, true, name);
  }
}
