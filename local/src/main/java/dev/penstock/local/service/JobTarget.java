package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows of a job go. Immutable.
 *
 * @param createIfNeeded whether an absent table is created (RT-086)
 * @param kmsKeyName the key of a table that is created; null for none
 */
public record JobTarget(
    TableId table, boolean createIfNeeded, WriteDisposition write, @Nullable String kmsKeyName) {
  /** A partition keeps the columns of its table when it is truncated (RT-090, RT-091). */
  public JobTarget {
    if (table.partition() != null && write == WriteDisposition.WRITE_TRUNCATE) {
      write = WriteDisposition.WRITE_TRUNCATE_DATA;
    }
  }
}
