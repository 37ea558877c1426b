package dev.penstock.local.rows;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.time.Duration;
import java.time.Instant;

/**
 * What a table held at an earlier time, as far as its rows still tell: streamed rows say when they
 * came, so that time travel goes back to the last change of any other kind (SQ-062, RA-011).
 */
final class PastRows {
  /** RA-012. */
  private static final Duration WINDOW = Duration.ofDays(7);

  private PastRows() {}

  /**
   * A DuckDB relation of the columns as of a time.
   *
   * @throws ServiceException 400 for a time outside of the window or the table's life, 501 for one
   *     whose rows are not kept
   */
  static String relation(StoredTable stored, Instant time, long nowMillis) {
    TableMetadata table = stored.metadata();
    long millis = time.toEpochMilli();
    if (millis < nowMillis - WINDOW.toMillis()) {
      throw ServiceException.invalid(
          "time travel timestamp exceeds the maximum time travel duration of "
              + WINDOW.toHours()
              + "h");
    }
    long earliest = table.creationMillis();
    if (millis < earliest || millis > nowMillis) {
      throw ServiceException.invalid(
          "Invalid snapshot time "
              + millis
              + " for table "
              + table.id().legacy()
              + "@"
              + millis
              + ". Cannot read "
              + (millis < earliest ? "before " + earliest : "after " + nowMillis)
              + ".");
    }
    if (millis < stored.rewrittenMillis()) {
      throw ServiceException.notSupported(
          "time travel of table "
              + table.id()
              + " to "
              + time
              + ", which is before its last change other than streamed rows, at "
              + Instant.ofEpochMilli(stored.rewrittenMillis()));
    }
    return "(SELECT "
        + PhysicalType.names(table.fields(), "")
        + (PartitionIds.isByIngestion(table) ? ", " + StreamedRows.MILLIS : "")
        + " FROM "
        + table.physicalName()
        + " WHERE coalesce("
        + StreamedRows.AT
        + ", 0) <= "
        + millis
        + ")";
  }
}
