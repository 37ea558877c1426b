package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedInsertStmtEnums.InsertMode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDeleteStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedInsertRow;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedInsertStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMergeStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTruncateStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedUpdateStmt;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import dev.penstock.local.rows.RowStore.SqlWork;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs INSERT, UPDATE, DELETE, MERGE and TRUNCATE TABLE, each in one transaction. Thread-safe. */
final class Dml {
  private static final String UPDATES = "penstock_updates";

  private final RowStore rows;
  private final TableTurns turns;
  private final DmlGate gate;

  Dml(RowStore rows, TableTurns turns, DmlGate gate) {
    this.rows = rows;
    this.turns = turns;
    this.gate = gate;
  }

  /** The steps of a statement. */
  private interface Steps {
    DmlCounts run(DmlConnection connection) throws SQLException;
  }

  private static DmlCounts deleted(long rows) {
    return new DmlCounts(0, 0, rows);
  }

  SqlResult insert(Statement statement) {
    ResolvedInsertStmt node = (ResolvedInsertStmt) statement.node();
    if (node.getInsertMode() != InsertMode.OR_ERROR
        || node.getReturning() != null
        || node.getAssertRowsModified() != null) {
      throw ServiceException.notSupported(
          "SQL INSERT with OR, THEN RETURN or ASSERT_ROWS_MODIFIED");
    }
    DmlTarget target = new DmlTarget(statement, node.getTableScan());
    return run(
        "INSERT",
        statement,
        target,
        connection ->
            new DmlCounts(
                connection.change(
                    "INSERT INTO " + target.name() + " BY NAME " + rows(statement, node, target)),
                0,
                0));
  }

  private static String rows(Statement statement, ResolvedInsertStmt node, DmlTarget target) {
    if (node.getQuery() != null) {
      List<String> values =
          node.getQueryOutputColumnList().stream().map(ScanTranslator::name).toList();
      return "SELECT "
          + target.insertItems(node.getInsertColumnList(), values)
          + " FROM ("
          + statement.translation().scans().sql(node.getQuery())
          + ")";
    }
    List<String> selects = new ArrayList<>();
    for (ResolvedInsertRow row : node.getRowList()) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.getValueList().size(); i++) {
        values.add(
            target.value(
                target.field(node.getInsertColumnList().get(i)), row.getValueList().get(i)));
      }
      selects.add("SELECT " + target.insertItems(node.getInsertColumnList(), values));
    }
    return String.join(" UNION ALL ", selects);
  }

  SqlResult delete(Statement statement) {
    ResolvedDeleteStmt node = (ResolvedDeleteStmt) statement.node();
    if (node.getReturning() != null || node.getAssertRowsModified() != null) {
      throw ServiceException.notSupported("SQL DELETE with THEN RETURN or ASSERT_ROWS_MODIFIED");
    }
    DmlTarget target = new DmlTarget(statement, node.getTableScan());
    refuseChanged(target);
    return run(
        "DELETE",
        statement,
        target,
        connection ->
            deleted(
                connection.delete(
                    target,
                    "SELECT "
                        + DmlTarget.ROW
                        + " FROM ("
                        + target.rows(node.getTableScan())
                        + ") WHERE "
                        + statement.translation().expressions().sql(node.getWhereExpr()))));
  }

  SqlResult update(Statement statement) {
    ResolvedUpdateStmt node = (ResolvedUpdateStmt) statement.node();
    if (node.getReturning() != null || node.getAssertRowsModified() != null) {
      throw ServiceException.notSupported("SQL UPDATE with THEN RETURN or ASSERT_ROWS_MODIFIED");
    }
    DmlTarget target = new DmlTarget(statement, node.getTableScan());
    refuseChanged(target);
    Translation translation = statement.translation();
    return run(
        "UPDATE",
        statement,
        target,
        connection -> {
          String from =
              node.getFromScan() == null
                  ? ""
                  : " CROSS JOIN (" + translation.scans().sql(node.getFromScan()) + ")";
          connection.keep(
              UPDATES,
              "SELECT "
                  + DmlTarget.ROW
                  + ", "
                  + target.updateItems(node.getUpdateItemList())
                  + " FROM ("
                  + target.rows(node.getTableScan())
                  + ")"
                  + from
                  + " WHERE "
                  + translation.expressions().sql(node.getWhereExpr()));
          if (node.getFromScan() != null) {
            connection.requireOneSourceRow(UPDATES);
          }
          long updated = connection.update(target, node.getUpdateItemList(), UPDATES);
          return new DmlCounts(0, updated, 0);
        });
  }

  SqlResult merge(Statement statement) {
    ResolvedMergeStmt node = (ResolvedMergeStmt) statement.node();
    DmlTarget target = new DmlTarget(statement, node.getTableScan());
    refuseChanged(target);
    return run(
        "MERGE",
        statement,
        target,
        connection -> new Merge(statement, node, target).run(connection));
  }

  SqlResult truncate(Statement statement) {
    ResolvedTruncateStmt node = (ResolvedTruncateStmt) statement.node();
    DmlTarget target = new DmlTarget(statement, node.getTableScan());
    if (node.getWhereExpr() != null) {
      throw ServiceException.notSupported("SQL TRUNCATE TABLE with WHERE");
    }
    if (target.table().changed()) {
      throw ServiceException.notSupported("SQL TRUNCATE TABLE of a table that had UPSERT streams");
    }
    return run(
        "TRUNCATE_TABLE",
        statement,
        target,
        connection -> deleted(connection.delete(target, "SELECT rowid FROM " + target.name())));
  }

  /** CDC-050, CDC-051. */
  private static void refuseChanged(DmlTarget target) {
    if (target.table().changed()) {
      throw ServiceException.invalid(
          "DELETE/UPDATE/MERGE DMLs are currently not supported over tables that had UPSERT"
              + " streams.");
    }
  }

  private SqlResult run(String type, Statement statement, DmlTarget target, Steps steps) {
    SqlResult[] result = {result(type, target, DmlCounts.NONE)};
    if (statement.request().dryRun()) {
      return result[0];
    }
    boolean appends = type.equals("INSERT");
    SqlSession session = session(statement, target);
    LockedRows locked = locked(session, target);
    SqlWork work =
        connection -> {
          DmlConnection dml =
              new DmlConnection(connection, locked, statement.request().cancellation());
          DmlCounts counts = steps.run(dml);
          dml.drop();
          result[0] = result(type, target, counts);
          if (session == null) {
            statement.effect().run(connection, result[0]);
          } else {
            session.wrote(dml.changes());
          }
          return counts.total();
        };
    try (DmlGate.Pass pass = gate.enter(target.table().id(), appends)) {
      long unused =
          session == null
              ? modify(target.table(), appends, work)
              : session.modify(target.table(), appends, work);
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
    return result[0];
  }

  /** The session that the change belongs to: its transaction, or its own table; null for none. */
  private static @Nullable SqlSession session(Statement statement, DmlTarget target) {
    SqlSession session = statement.request().scope().session();
    return session != null
            && (session.isInTransaction() || session.temporary().holds(target.table()))
        ? session
        : null;
  }

  /**
   * Which rows may not be changed; null for none, as of a temporary table, which nobody streams.
   */
  private @Nullable LockedRows locked(@Nullable SqlSession session, DmlTarget target) {
    if (session == null) {
      return rows.recentlyInserted(target.table()).map(LockedRows::inserted).orElse(null);
    }
    return session.temporary().holds(target.table())
        ? null
        : LockedRows.streamed(rows.recentlyStreamed());
  }

  private long modify(TableMetadata table, boolean appends, SqlWork work) throws SQLException {
    if (appends) {
      return rows.modify(table, work);
    }
    Object owner = new Object();
    turns.take(owner, table);
    try {
      return rows.modify(table, work);
    } finally {
      turns.release(owner);
    }
  }

  private static SqlResult result(String type, DmlTarget target, DmlCounts counts) {
    return new SqlResult(type, List.of(), List.of(), counts, null).telling(target.table().fields());
  }
}
