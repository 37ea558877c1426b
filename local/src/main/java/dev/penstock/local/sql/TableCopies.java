package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateSnapshotTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOption;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTableScan;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableDefinition.Kind;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableWork;
import dev.penstock.local.rows.RowStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes tables of other tables: LIKE takes the metadata, COPY, CLONE and SNAPSHOT the rows too,
 * without those in the streaming buffer (SQ-024, RT-123). Thread-safe.
 */
final class TableCopies {
  private final CreateTables tables;
  private final Queries queries;
  private final RowStore rows;

  TableCopies(CreateTables tables, Queries queries, RowStore rows) {
    this.tables = tables;
    this.queries = queries;
    this.rows = rows;
  }

  /** Whether a CREATE TABLE names a table to follow. */
  static boolean follows(ResolvedCreateTableStmt node) {
    return node.getCloneFrom() != null || node.getCopyFrom() != null || node.getLikeTable() != null;
  }

  SqlResult create(Statement statement) {
    ResolvedCreateTableStmt node = (ResolvedCreateTableStmt) statement.node();
    CreateTables.refuseUnsupported(node);
    if (CreateTables.isTemporary(node)) {
      throw ServiceException.notSupported("SQL CREATE TEMP TABLE LIKE, CLONE or COPY");
    }
    List<ResolvedOption> options = node.getOptionList();
    if (node.getLikeTable() != null) {
      TableMetadata source = table(statement, node.getLikeTable().getFullName());
      TableDraft draft = draft(statement, node, source, options);
      if (!node.getPartitionByList().isEmpty()) {
        draft.partitioning = PartitionClause.read(node.getPartitionByList());
      }
      if (!node.getClusterByList().isEmpty()) {
        draft.clustering.clear();
        draft.clustering.addAll(CreateTables.clustering(node.getClusterByList()));
      }
      return tables.create(statement, node, draft, "CREATE_TABLE", TableWork.NONE);
    }
    boolean clone = node.getCloneFrom() != null;
    ResolvedScan from = clone ? node.getCloneFrom() : node.getCopyFrom();
    TableMetadata source = source(statement, from);
    TableDraft draft = draft(statement, node, source, options);
    if (clone) {
      draft.definition =
          TableDefinition.copy(Kind.CLONE, source.id(), statement.now().toEpochMilli());
    }
    return copy(statement, node, draft, "CREATE_TABLE", source);
  }

  SqlResult snapshot(Statement statement) {
    ResolvedCreateSnapshotTableStmt node = (ResolvedCreateSnapshotTableStmt) statement.node();
    TableMetadata source = source(statement, node.getCloneFrom());
    TableDraft draft = draft(statement, node, source, node.getOptionList());
    draft.definition =
        TableDefinition.copy(Kind.SNAPSHOT, source.id(), statement.now().toEpochMilli());
    return copy(statement, node, draft, "CREATE_SNAPSHOT_TABLE", source);
  }

  private SqlResult copy(
      Statement statement,
      ResolvedCreateStatement node,
      TableDraft draft,
      String statementType,
      TableMetadata source) {
    return tables.create(
        statement,
        node,
        draft,
        statementType,
        (connection, table) -> {
          long unused = rows.copy(connection, source, table);
        });
  }

  private TableDraft draft(
      Statement statement,
      ResolvedCreateStatement node,
      TableMetadata source,
      List<ResolvedOption> options) {
    TableId id = TableResolver.tableId(statement.request(), node.getNamePath());
    TableDraft draft = new TableDraft(source.likeNew(id));
    new OptionSetter(new Constants(queries, statement.translation())).set(draft, options);
    return draft;
  }

  private TableMetadata source(Statement statement, @Nullable ResolvedScan scan) {
    if (!(scan instanceof ResolvedTableScan table)) {
      throw ServiceException.notSupported("SQL CREATE TABLE of a table with a WHERE clause");
    }
    if (table.getForSystemTimeExpr() != null) {
      throw ServiceException.notSupported("SQL FOR SYSTEM_TIME AS OF in CLONE or COPY");
    }
    TableMetadata source = table(statement, table.getTable().getFullName());
    if (rows.needsMerge(source)) {
      throw ServiceException.invalidQuery(
          "The table has un-applied upsert data that is not fresh enough to meet table's"
              + " max_staleness.");
    }
    return source;
  }

  private static TableMetadata table(Statement statement, String key) {
    Source source = statement.translation().source(key);
    TableMetadata table = source.table();
    if (table == null) {
      throw ServiceException.invalidQuery(
          String.join(".", source.path()) + " is not a table that can be copied.");
    }
    return table;
  }
}
