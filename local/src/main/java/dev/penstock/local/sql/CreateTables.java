package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedCreateStatementEnums.CreateMode;
import com.google.zetasql.resolvedast.ResolvedCreateStatementEnums.CreateScope;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnDefinition;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateTableAsSelectStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateTableStmtBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedPrimaryKey;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.catalog.TableWork;
import dev.penstock.local.rows.PhysicalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Runs CREATE TABLE. Thread-safe. */
final class CreateTables {
  private static final String CREATE = "CREATE_TABLE";
  private static final String CREATE_AS = "CREATE_TABLE_AS_SELECT";

  private final Catalog catalog;
  private final Queries queries;
  private final Staging staging;

  CreateTables(Catalog catalog, Queries queries, Staging staging) {
    this.catalog = catalog;
    this.queries = queries;
    this.staging = staging;
  }

  SqlResult create(Statement statement) {
    ResolvedCreateTableStmt node = (ResolvedCreateTableStmt) statement.node();
    TableDraft draft = draft(statement, node);
    draft.partitioning = PartitionClause.read(node.getPartitionByList());
    draft.clustering.addAll(clustering(node.getClusterByList()));
    setOptions(statement, node, draft);
    if (isTemporary(node)) {
      SqlResult result = SqlResult.ddl(CREATE, draft.id(), operation(node, draft.id()));
      if (!isSkipped(statement, node, draft.id())) {
        String name = Staging.newName();
        storeTemporary(
            statement, node, draft, name, "(" + PhysicalType.columns(draft.fields) + ")");
      }
      return result;
    }
    return create(statement, node, draft, CREATE, TableWork.NONE);
  }

  /** Stores a table and fills it in the same transaction. */
  SqlResult create(
      Statement statement,
      ResolvedCreateStatement node,
      TableDraft draft,
      String type,
      TableWork fill) {
    SqlResult result = SqlResult.ddl(type, draft.id(), operation(node, draft.id()));
    if (!isSkipped(statement, node, draft.id())) {
      store(
          node.getCreateMode(),
          draft,
          (connection, table) -> {
            fill.run(connection, table);
            statement.effect().run(connection, result);
          });
    }
    return result;
  }

  SqlResult createAs(Statement statement) {
    ResolvedCreateTableAsSelectStmt node = (ResolvedCreateTableAsSelectStmt) statement.node();
    if (node.getLikeTable() != null) {
      throw ServiceException.notSupported("SQL CREATE TABLE LIKE with AS SELECT");
    }
    TableDraft draft = draft(statement, node);
    draft.partitioning = PartitionClause.read(node.getPartitionByList());
    draft.clustering.addAll(clustering(node.getClusterByList()));
    setOptions(statement, node, draft);
    SqlResult made = SqlResult.ddl(CREATE_AS, draft.id(), operation(node, draft.id()));
    if (isSkipped(statement, node, draft.id())) {
      return made;
    }
    SqlResult result = made.telling(draft.fields);
    String query =
        StoredQuery.select(
            statement.translation(), node.getQuery(), node.getOutputColumnList(), draft.fields);
    if (isTemporary(node)) {
      storeTemporary(statement, node, draft, Staging.newName(), " AS " + query);
      return result;
    }
    if (node.getCreateMode() != CreateMode.CREATE_OR_REPLACE) {
      store(
          node.getCreateMode(),
          draft,
          (connection, table) -> {
            Staging.insert(connection, table, query, statement.request().cancellation());
            statement.effect().run(connection, result);
          });
      return result;
    }
    // The query may read the table that it replaces, so its rows are kept aside first.
    try (Staging.Stage stage = staging.fill(query, statement.request().cancellation())) {
      store(
          node.getCreateMode(),
          draft,
          (connection, table) -> {
            stage.moveTo(connection, table);
            statement.effect().run(connection, result);
          });
      return result;
    }
  }

  private static TableId id(SqlRequest request, ResolvedCreateTableStmtBase node) {
    if (!isTemporary(node)) {
      return TableResolver.tableId(request, node.getNamePath());
    }
    return session(request).temporary().id(request.project(), node.getNamePath());
  }

  static boolean isTemporary(ResolvedCreateStatement node) {
    return node.getCreateScope() == CreateScope.CREATE_TEMP;
  }

  private static SqlSession session(SqlRequest request) {
    SqlSession session = request.scope().session();
    if (session == null) {
      throw ServiceException.invalidQuery(
          "Use of CREATE TEMPORARY TABLE requires a script or session");
    }
    return session;
  }

  private TableDraft draft(Statement statement, ResolvedCreateTableStmtBase node) {
    refuseUnsupported(node);
    TableDraft draft = new TableDraft(id(statement.request(), node));
    ColumnDefinitions definitions = new ColumnDefinitions(constants(statement));
    for (ResolvedColumnDefinition definition : node.getColumnDefinitionList()) {
      draft.fields.add(definitions.field(definition));
    }
    if (node.getPrimaryKey() != null) {
      draft.primaryKey.addAll(keyColumns(node.getPrimaryKey()));
    }
    return draft;
  }

  static void refuseUnsupported(ResolvedCreateTableStmtBase node) {
    if (!node.getForeignKeyList().isEmpty()) {
      throw ServiceException.notSupported("SQL FOREIGN KEY");
    }
    if (!node.getCheckConstraintList().isEmpty() || node.getCollationName() != null) {
      throw ServiceException.notSupported("SQL CREATE TABLE with CHECK or COLLATE");
    }
  }

  private void setOptions(Statement statement, ResolvedCreateTableStmtBase node, TableDraft draft) {
    new OptionSetter(constants(statement)).set(draft, node.getOptionList());
  }

  private Constants constants(Statement statement) {
    return new Constants(queries, statement.translation());
  }

  /** The columns of PRIMARY KEY, which must be NOT ENFORCED (SQ-034). */
  static List<String> keyColumns(ResolvedPrimaryKey key) {
    if (!key.getUnenforced()) {
      throw ServiceException.invalidQuery(
          "Enforced primary keys are not supported. Add NOT ENFORCED after the key columns.");
    }
    return key.getColumnNameList();
  }

  static List<String> clustering(List<ResolvedExpr> expressions) {
    List<String> columns = new ArrayList<>();
    for (ResolvedExpr expression : expressions) {
      if (!(expression instanceof ResolvedColumnRef column)) {
        throw ServiceException.invalidQuery(
            "CLUSTER BY expression must be a column name, not " + expression.nodeKindString());
      }
      columns.add(column.getColumn().getName());
    }
    return columns;
  }

  /** RT-139. */
  private String operation(ResolvedCreateStatement node, TableId id) {
    if (catalog.findTable(id).isEmpty()) {
      return "CREATE";
    }
    return switch (node.getCreateMode()) {
      case CREATE_IF_NOT_EXISTS -> "SKIP";
      case CREATE_OR_REPLACE -> "REPLACE";
      default -> "CREATE";
    };
  }

  /** IF NOT EXISTS on an existing table, or a dry run (SQ-018). */
  private boolean isSkipped(Statement statement, ResolvedCreateStatement node, TableId id) {
    boolean exists =
        isTemporary(node)
            ? TableResolver.temporary(statement.request(), node.getNamePath()) != null
            : catalog.findTable(id).isPresent();
    return statement.request().dryRun()
        || (exists && node.getCreateMode() == CreateMode.CREATE_IF_NOT_EXISTS);
  }

  /** SQ-054. */
  private static void storeTemporary(
      Statement statement,
      ResolvedCreateTableStmtBase node,
      TableDraft draft,
      String name,
      String definition) {
    SqlSession session = session(statement.request());
    TableMetadata before = TableResolver.temporary(statement.request(), node.getNamePath());
    if (before != null && node.getCreateMode() != CreateMode.CREATE_OR_REPLACE) {
      throw ServiceException.duplicate("Already Exists: Table " + draft.id().legacy());
    }
    Queries.checkSize(definition);
    session.execute("CREATE TABLE " + name + definition);
    if (before != null) {
      session.execute("DROP TABLE " + before.physicalName());
    }
    session.temporary().put(draft.build(), name);
  }

  private void store(CreateMode mode, TableDraft draft, TableWork also) {
    TableMetadata table = draft.build();
    if (mode != CreateMode.CREATE_OR_REPLACE) {
      TableMetadata unused = catalog.createTable(table, also);
      return;
    }
    catalog.findTable(table.id()).ifPresent(existing -> refuseRepartition(existing, table));
    TableMetadata unused = catalog.replaceTable(table, also);
  }

  private static void refuseRepartition(TableMetadata before, TableMetadata after) {
    if (!before.type().equals(after.type())) {
      throw before.refusal();
    }
    String old = Partitioning.spec(before.partitioning());
    String now = Partitioning.spec(after.partitioning());
    if (!Objects.equals(old, now)) {
      throw ServiceException.invalidQuery(
          "Cannot replace a table with a different partitioning spec. Instead, DROP the table, and"
              + " then recreate it. New partitioning spec is "
              + now
              + " and existing spec is "
              + old);
    }
  }
}
