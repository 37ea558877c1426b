package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedDropStmtEnums.DropMode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropMaterializedViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropSnapshotTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropStmt;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import java.util.List;

/** Runs DROP of tables, views, snapshots and schemas. Thread-safe. */
final class Drops {
  private final Catalog catalog;
  private final TableResolver tables;

  Drops(Catalog catalog, TableResolver tables) {
    this.catalog = catalog;
    this.tables = tables;
  }

  SqlResult drop(Statement statement) {
    ResolvedDropStmt node = (ResolvedDropStmt) statement.node();
    return switch (node.getObjectType()) {
      case "TABLE", "VIEW" ->
          dropTable(statement, node.getNamePath(), node.getIsIfExists(), node.getObjectType());
      case "SCHEMA" -> dropSchema(statement, node);
      default -> throw ServiceException.notSupported("SQL DROP " + node.getObjectType());
    };
  }

  SqlResult dropMaterializedView(Statement statement) {
    ResolvedDropMaterializedViewStmt node = (ResolvedDropMaterializedViewStmt) statement.node();
    return dropTable(statement, node.getNamePath(), node.getIsIfExists(), "MATERIALIZED_VIEW");
  }

  SqlResult dropSnapshot(Statement statement) {
    ResolvedDropSnapshotTableStmt node = (ResolvedDropSnapshotTableStmt) statement.node();
    return dropTable(statement, node.getNamePath(), node.getIsIfExists(), "SNAPSHOT");
  }

  private SqlResult dropTable(
      Statement statement, List<String> path, boolean ifExists, String type) {
    TableMetadata temporary = TableResolver.temporary(statement.request(), path);
    SqlSession session = statement.request().scope().session();
    if (temporary != null && session != null && type.equals("TABLE")) {
      return dropTemporary(session, temporary);
    }
    TableId id = TableResolver.tableId(statement.request(), path);
    SqlResult result =
        SqlResult.ddl(type.equals("SNAPSHOT") ? "DROP_SNAPSHOT_TABLE" : "DROP_" + type, id, "DROP");
    boolean absent = catalog.findTable(id).isEmpty();
    if (!(absent && ifExists)) {
      TableMetadata table = tables.table(statement.request(), id);
      if (!table.type().equals(type)) {
        throw table.refusal();
      }
      if (!statement.request().dryRun()) {
        catalog.deleteTable(
            id, (connection, dropped) -> statement.effect().run(connection, result));
      }
      return result;
    }
    return result.skipped();
  }

  private static SqlResult dropTemporary(SqlSession session, TableMetadata table) {
    session.execute("DROP TABLE " + table.physicalName());
    session.temporary().remove(table);
    return SqlResult.ddl("DROP_TABLE", table.id(), "DROP");
  }

  private SqlResult dropSchema(Statement statement, ResolvedDropStmt node) {
    Schemas.Name name = Schemas.name(statement.request(), node.getNamePath());
    boolean absent = catalog.findDataset(name.project(), name.dataset()).isEmpty();
    SqlResult result = SqlResult.ddl("DROP_SCHEMA", null, "DROP");
    if (absent && node.getIsIfExists()) {
      return result.skipped();
    }
    if (!statement.request().dryRun()) {
      catalog.deleteDataset(
          name.project(),
          name.dataset(),
          node.getDropMode() == DropMode.CASCADE,
          connection -> statement.effect().run(connection, result));
    }
    return result;
  }
}
