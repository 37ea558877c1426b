package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateTableStmtBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDeleteStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedInsertStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMergeStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTruncateStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedUpdateStmt;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.util.List;
import java.util.Set;

/** Which statements a transaction takes (SQ-045). */
final class TransactionRules {
  private static final Set<Class<?>> ALLOWED =
      Set.of(
          ResolvedQueryStmt.class,
          ResolvedInsertStmt.class,
          ResolvedUpdateStmt.class,
          ResolvedDeleteStmt.class,
          ResolvedMergeStmt.class,
          ResolvedTruncateStmt.class);

  private TransactionRules() {}

  /**
   * Checks a statement inside a transaction.
   *
   * @throws ServiceException 400 for DDL on what stays, and for a table that others changed since
   */
  static void check(
      SqlRequest request, ResolvedStatement node, List<Source> sources, SqlSession session) {
    if (!ALLOWED.contains(node.getClass()) && !isTemporary(request, node)) {
      throw ServiceException.invalidQuery(
          "DDL statements are not supported in a transaction, except for those creating or dropping"
              + " temporary tables or temporary functions.");
    }
    for (Source source : sources) {
      TableMetadata table = source.table();
      if (table != null
          && !session.temporary().holds(table)
          && table.modifiedMillis() > session.now().toEpochMilli()) {
        throw ServiceException.invalidQuery(
            "Transaction is aborted due to concurrent update against table "
                + table.id().legacy()
                + ".");
      }
    }
  }

  private static boolean isTemporary(SqlRequest request, ResolvedStatement node) {
    if (node instanceof ResolvedCreateTableStmtBase create) {
      return CreateTables.isTemporary(create);
    }
    return node instanceof ResolvedDropStmt drop
        && TableResolver.temporary(request, drop.getNamePath()) != null;
  }
}
