package dev.penstock.local.decode;

import dev.penstock.local.rows.RowBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a request. Immutable.
 *
 * @param rows values in column order
 * @param changes one mark per row for UPSERT and DELETE rows; null for plain ones
 * @param faults what is wrong with which row; the rows count only if this is empty
 */
public record DecodedRows(
    List<@Nullable Object[]> rows, @Nullable List<RowBatch.Change> changes, List<Fault> faults) {

  /** A row that its table cannot take. */
  public record Fault(int index, String message) {}
}
