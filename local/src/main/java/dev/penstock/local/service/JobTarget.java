package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;

/**
 * Where the rows of a job go. Immutable.
 *
 * @param createIfNeeded whether an absent table is created (RT-086)
 */
public record JobTarget(TableId table, boolean createIfNeeded, WriteDisposition write) {
  /** A partition keeps the columns of its table when it is truncated (RT-090, RT-091). */
  public JobTarget {
    if (table.partition() != null && write == WriteDisposition.WRITE_TRUNCATE) {
      write = WriteDisposition.WRITE_TRUNCATE_DATA;
    }
  }
}
