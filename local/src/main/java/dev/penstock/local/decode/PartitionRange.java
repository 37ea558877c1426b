package dev.penstock.local.decode;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Which values streaming takes in a column that partitions by time: from 10 years ago to a year
 * from now (WA-206). Immutable.
 */
final class PartitionRange {
  private static final int PAST_DAYS = 3650;
  private static final int FUTURE_DAYS = 366;

  private final int position;
  private final TableMetadata table;
  private final InstantSource clock;

  private PartitionRange(int position, TableMetadata table, InstantSource clock) {
    this.position = position;
    this.table = table;
    this.clock = clock;
  }

  /** The range of a table; one that takes all if no column partitions it by time. */
  static PartitionRange of(TableMetadata table, InstantSource clock) {
    Partitioning partitioning = table.partitioning();
    int found = -1;
    if (partitioning != null && partitioning.range() == null) {
      for (int i = 0; i < table.fields().size(); i++) {
        if (table.fields().get(i).name().equalsIgnoreCase(partitioning.field())) {
          found = i;
        }
      }
    }
    return new PartitionRange(found, table, clock);
  }

  void check(@Nullable Object[] row) throws RowFaultException {
    LocalDate date = position < 0 ? null : date(row[position]);
    if (date == null) {
      return;
    }
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    if (date.isBefore(today.minusDays(PAST_DAYS)) || date.isAfter(today.plusDays(FUTURE_DAYS))) {
      throw new RowFaultException(
          "Value "
              + date
              + " for field "
              + table.fields().get(position).name()
              + " of the destination table "
              + table.id().legacy()
              + " is outside the allowed bounds. You can only stream to date range within "
              + PAST_DAYS
              + " days in the past and "
              + FUTURE_DAYS
              + " days in the future relative to the current date.");
    }
  }

  private static @Nullable LocalDate date(@Nullable Object value) {
    if (value instanceof Instant instant) {
      return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }
    return value instanceof LocalDateTime time
        ? time.toLocalDate()
        : value instanceof LocalDate date ? date : null;
  }
}
