package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;

/** Queries that wait, and scripts that run, against the service's limits (QT-018). Thread-safe. */
final class QueryQuota {
  private final FaultPoint limits;

  QueryQuota(FaultPoint limits) {
    this.limits = limits;
  }

  /**
   * Counts a job that waits, until what is returned says that it begins.
   *
   * @throws dev.penstock.local.catalog.ServiceException when too many queries wait
   */
  Runnable queue(JobSpec spec) {
    if (!(spec instanceof QuerySpec query)) {
      return () -> {};
    }
    String priority = query.header().configuration().path("query").path("priority").asText();
    Usage usage = priority.equals("BATCH") ? Usage.BATCH_QUEUE : Usage.INTERACTIVE_QUEUE;
    TableId project = project(spec);
    limits.require(usage, project, 1);
    return () -> limits.require(usage, project, -1);
  }

  /** Counts a script that runs, until what is returned says that it ends. */
  Runnable script(JobSpec spec) {
    TableId project = project(spec);
    limits.require(Usage.SCRIPTS, project, 1);
    return () -> limits.require(Usage.SCRIPTS, project, -1);
  }

  private static TableId project(JobSpec spec) {
    return new TableId(spec.header().project(), "", "");
  }
}
