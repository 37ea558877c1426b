package dev.penstock.core.load.plan;

import java.util.List;

/**
 * Jobs that may wait and run at once. Every job of a wave is submitted before the first is waited
 * for, and has ended before the next wave begins. Immutable.
 *
 * @param title what its jobs do
 * @param jobs in the order of their tables
 */
public record Wave(String title, List<PlannedJob> jobs) {
  /** Copies the jobs. */
  public Wave {
    jobs = List.copyOf(jobs);
  }
}
