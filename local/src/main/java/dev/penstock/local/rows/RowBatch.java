package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are stored together or not at all. Immutable as long as nobody changes its rows.
 *
 * @param table the table as it was when the rows were decoded
 * @param rows each row's values in column order, in the forms of a query result; columns that the
 *     table got since then are missing at the end
 * @param changes one mark per row when they are UPSERT and DELETE rows; null when they are plain
 * @param bytes about how much memory they take
 * @param inserted whether they come by tabledata.insertAll (RT-172)
 */
public record RowBatch(
    TableMetadata table,
    List<@Nullable Object[]> rows,
    @Nullable List<Change> changes,
    long bytes,
    boolean inserted) {

  /** Rows that do not come by tabledata.insertAll. */
  public RowBatch(
      TableMetadata table,
      List<@Nullable Object[]> rows,
      @Nullable List<Change> changes,
      long bytes) {
    this(table, rows, changes, bytes, false);
  }

  /**
   * What a change row asks for.
   *
   * @param delete DELETE instead of UPSERT
   * @param sequence the sequence number in comparable form ({@link ChangeSequence}); empty for none
   * @param sent the sequence number as it was sent; null for none
   */
  public record Change(boolean delete, String sequence, @Nullable String sent) {}
}
