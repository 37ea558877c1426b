package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedDropStmtEnums.DropMode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropStmt;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;

/** Runs DROP TABLE and DROP SCHEMA. Thread-safe. */
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
      case "TABLE" -> dropTable(statement, node);
      case "SCHEMA" -> dropSchema(statement, node);
      default -> throw ServiceException.notSupported("SQL DROP " + node.getObjectType());
    };
  }

  private SqlResult dropTable(Statement statement, ResolvedDropStmt node) {
    TableMetadata temporary = TableResolver.temporary(statement.request(), node.getNamePath());
    SqlSession session = statement.request().scope().session();
    if (temporary != null && session != null) {
      return dropTemporary(session, temporary);
    }
    TableId id = TableResolver.tableId(statement.request(), node.getNamePath());
    SqlResult result = SqlResult.ddl("DROP_TABLE", id, "DROP");
    boolean absent = catalog.findTable(id).isEmpty();
    if (!(absent && node.getIsIfExists())) {
      var unused = tables.table(statement.request(), id);
      if (!statement.request().dryRun()) {
        catalog.deleteTable(id, (connection, table) -> statement.effect().run(connection, result));
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
