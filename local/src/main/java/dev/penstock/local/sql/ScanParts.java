package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Finds what a statement reads of stored tables, those under views too. Changes that are not
 * applied yet do not count; where they are merged, no partition is left out (CDC-040). Thread-safe.
 */
final class ScanParts {
  private final RowStore rows;

  ScanParts(RowStore rows) {
    this.rows = rows;
  }

  /** All that a statement reads. */
  List<ScanPart> of(ResolvedStatement statement, Translation translation) {
    return of(statement, translation, LiveColumns.of(statement)::contains);
  }

  /** The same when only columns of some ids are needed. */
  List<ScanPart> of(ResolvedStatement statement, Translation translation, LongPredicate isNeeded) {
    List<ScanPart> parts = new ArrayList<>();
    for (TableReads.Read read : TableReads.of(statement)) {
      Source source = translation.source(read.scan().getTable().getFullName());
      TableMetadata table = source.table();
      Set<Integer> columns = columns(source, read, isNeeded);
      if (table == null) {
        parts.addAll(source.under().of(columns, read, translation));
      } else {
        boolean merged = table.changed() && rows.needsMerge(table);
        String condition = merged ? "TRUE" : PartitionPruning.condition(translation, table, read);
        columns.removeIf(column -> column >= table.fields().size());
        parts.add(new ScanPart(table, columns, condition));
      }
    }
    return parts;
  }

  private static Set<Integer> columns(Source source, TableReads.Read read, LongPredicate isNeeded) {
    Set<Integer> columns = new HashSet<>();
    for (int i = 0; i < read.scan().getColumnList().size(); i++) {
      if (isNeeded.test(read.scan().getColumnList().get(i).getId())) {
        columns.add(read.scan().getColumnIndexList().get(i).intValue());
      }
    }
    for (int i = 0; read.isTarget() && i < source.fields().size(); i++) {
      columns.add(i);
    }
    return columns;
  }
}
