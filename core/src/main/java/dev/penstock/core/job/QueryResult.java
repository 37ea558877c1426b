package dev.penstock.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a query found, and what it cost. Immutable.
 *
 * @param rows the first page of rows, their cells as text; a cell is null when the value is NULL
 */
public record QueryResult(JobOutcome outcome, List<List<@Nullable String>> rows) {
  /** Copies the list of rows. */
  public QueryResult {
    rows = List.copyOf(rows);
  }
}
