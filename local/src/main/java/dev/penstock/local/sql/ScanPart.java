package dev.penstock.local.sql;

import dev.penstock.local.catalog.TableMetadata;
import java.util.Set;

/**
 * What one read of a table reads. Immutable.
 *
 * @param columns the places of the columns
 * @param condition the DuckDB condition of the rows, over the table as it is stored
 */
record ScanPart(TableMetadata table, Set<Integer> columns, String condition) {
  ScanPart {
    columns = Set.copyOf(columns);
  }
}
