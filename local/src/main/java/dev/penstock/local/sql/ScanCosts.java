package dev.penstock.local.sql;

import static java.util.Objects.requireNonNull;

import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ZetaSQLType.TypeKind;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateViewBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.LogicalSize;
import dev.penstock.local.rows.RowStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes that a statement reads, before it runs. A table that is read several times
 * counts once; making a view reads nothing. Thread-safe.
 */
final class ScanCosts {
  private static final List<Type> RECENT_AND_BYTES =
      List.of(
          TypeFactory.createSimpleType(TypeKind.TYPE_BOOL),
          TypeFactory.createSimpleType(TypeKind.TYPE_INT64));

  private final Queries queries;
  private final RowStore rows;
  private final ScanParts reads;

  ScanCosts(Queries queries, RowStore rows) {
    this.queries = queries;
    this.rows = rows;
    this.reads = new ScanParts(rows);
  }

  /** What is read of one table, by all reads of it. */
  private static final class Parts {
    final TreeSet<Integer> columns = new TreeSet<>();
    final StringJoiner rows = new StringJoiner(") OR (", "(", ")");
  }

  ScanCost of(SqlRequest request, ResolvedStatement statement, Translation translation) {
    if (statement instanceof ResolvedCreateViewBase) {
      return ScanCost.NONE;
    }
    Map<TableMetadata, Parts> tables = new LinkedHashMap<>();
    for (ScanPart part : reads.of(statement, translation)) {
      Parts parts = tables.computeIfAbsent(part.table(), unused -> new Parts());
      parts.columns.addAll(part.columns());
      parts.rows.add(part.condition());
    }
    ScanCost cost = ScanCost.NONE;
    for (Map.Entry<TableMetadata, Parts> entry : tables.entrySet()) {
      if (!entry.getValue().columns.isEmpty()) {
        cost = plus(cost, request, entry.getKey(), entry.getValue());
      }
    }
    return cost;
  }

  private ScanCost plus(ScanCost cost, SqlRequest request, TableMetadata table, Parts parts) {
    SqlSession session = request.scope().session();
    boolean temporary = session != null && session.temporary().holds(table);
    boolean streaming = !temporary && rows.isStreaming(table);
    String sql =
        "SELECT "
            + (streaming ? rows.recentlyStreamed() : "FALSE")
            + ", CAST("
            + LogicalSize.sum(parts.columns.stream().map(table.fields()::get).toList())
            + " AS BIGINT) FROM "
            + table.physicalName()
            + " WHERE ("
            + parts.rows
            + ") GROUP BY 1";
    long settled = 0;
    long recent = 0;
    for (List<@Nullable Object> sum : queries.read(request, sql, RECENT_AND_BYTES)) {
      long bytes = (Long) requireNonNull(sum.get(1));
      if (Boolean.TRUE.equals(sum.get(0))) {
        recent = bytes;
      } else {
        settled = bytes;
      }
    }
    return cost.plus(settled + recent, settled);
  }
}
