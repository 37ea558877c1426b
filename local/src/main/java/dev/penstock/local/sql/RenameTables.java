package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRenameToAction;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Runs ALTER TABLE … RENAME TO (SQ-032). Thread-safe. */
final class RenameTables {
  /** How long after the last streamed row; the service says usually 5 hours, at most 8 days. */
  private static final Duration STREAMING_ENDS = Duration.ofHours(5);

  private final Catalog catalog;
  private final RowStore rows;
  private final Clock clock;

  RenameTables(Catalog catalog, RowStore rows, Clock clock) {
    this.catalog = catalog;
    this.rows = rows;
    this.clock = clock;
  }

  SqlResult rename(Statement statement, ResolvedRenameToAction action) {
    ResolvedAlterTableStmt node = (ResolvedAlterTableStmt) statement.node();
    TableId id = TableResolver.tableId(statement.request(), node.getNamePath());
    SqlResult result = SqlResult.ddl("ALTER_TABLE", id);
    Optional<TableMetadata> table = catalog.findTable(id);
    if (table.isEmpty() && node.getIsIfExists()) {
      return result;
    }
    if (node.getAlterActionList().size() > 1) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE RENAME TO cannot be combined with other actions");
    }
    if (action.getNewPath().size() != 1) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE RENAME TO takes a table name without a dataset (expected: a name, is: "
              + String.join(".", action.getNewPath())
              + "). A table cannot be moved to another dataset.");
    }
    table.ifPresent(TableMetadata::requireWritable);
    table.ifPresent(this::requireRenamable);
    if (!statement.request().dryRun()) {
      TableMetadata unused =
          catalog.renameTable(
              id,
              action.getNewPath().get(0),
              (connection, renamed) -> statement.effect().run(connection, result));
    }
    return result;
  }

  private void requireRenamable(TableMetadata table) {
    if (!table.primaryKey().isEmpty()) {
      throw ServiceException.invalidQuery(
          "Table "
              + table.id().legacy()
              + " with a primary key cannot be renamed. ALTER TABLE … DROP PRIMARY KEY first.");
    }
    Instant recent = clock.instant().minus(STREAMING_ENDS);
    if (rows.lastStreamed(table).filter(recent::isBefore).isPresent()) {
      throw ServiceException.invalidQuery(
          "Table "
              + table.id().legacy()
              + " has recently been streamed to and cannot be renamed. Wait until "
              + STREAMING_ENDS.toHours()
              + " hours have passed since the last streamed row.");
    }
  }
}
