package dev.penstock.local.service;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.RowsAside;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables and partitions that a copy job reads. Where it writes to one of them, the rows are
 * kept aside before that. One owner thread.
 */
final class CopySources {
  private record Source(TableMetadata table, @Nullable String partition) {}

  private final DuckRowStore rows;
  private final List<Source> sources = new ArrayList<>();
  private final List<RowsAside> aside = new ArrayList<>();

  CopySources(DuckRowStore rows) {
    this.rows = rows;
  }

  void add(TableMetadata table, @Nullable String partition) {
    sources.add(new Source(table, partition));
  }

  /** Keeps the rows aside, if a table is one of the sources and that is not done yet. */
  void keep(Connection transaction, TableMetadata changed) throws SQLException {
    boolean read = sources.stream().anyMatch(source -> source.table().id().equals(changed.id()));
    if (!read || !aside.isEmpty()) {
      return;
    }
    for (Source source : sources) {
      aside.add(RowsAside.keep(transaction, rows, source.table(), source.partition()));
    }
  }

  /** Copies all rows into a table. */
  JobOutcome copy(Connection transaction, TableMetadata target, JobLimits limits)
      throws SQLException {
    keep(transaction, target);
    long copied = 0;
    long bytes = 0;
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      boolean kept = !aside.isEmpty();
      TableMetadata from = kept ? aside.get(i).table() : source.table();
      limits.arriving(transaction, target, from.physicalName(), from.fields());
      copied += rows.copy(transaction, from, kept ? null : source.partition(), target);
      bytes += rows.settledBytes(transaction, from);
    }
    for (RowsAside each : aside) {
      each.drop(transaction);
    }
    limits.arrived(transaction, target);
    return new JobOutcome.Copy(copied, bytes);
  }
}
