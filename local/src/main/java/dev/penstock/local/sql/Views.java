package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedCreateStatementEnums.CreateMode;
import com.google.zetasql.resolvedast.ResolvedCreateStatementEnums.CreateScope;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnOptionsAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterObjectStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnDefinition;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateMaterializedViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateViewBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOptionsAction;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableDefinition.Kind;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes and changes views and materialized views. Thread-safe. */
final class Views {
  private final Catalog catalog;
  private final Queries queries;
  private final ViewSources sources;

  Views(Catalog catalog, Queries queries, ViewSources sources) {
    this.catalog = catalog;
    this.queries = queries;
    this.sources = sources;
  }

  /** CREATE VIEW and CREATE MATERIALIZED VIEW. */
  SqlResult create(Statement statement) {
    ResolvedCreateViewBase node = (ResolvedCreateViewBase) statement.node();
    boolean materialized = node instanceof ResolvedCreateMaterializedViewStmt;
    Kind kind = materialized ? Kind.MATERIALIZED_VIEW : Kind.VIEW;
    TableDraft draft =
        new TableDraft(TableResolver.tableId(statement.request(), node.getNamePath()));
    draft.definition = TableDefinition.view(kind, node.getSql(), node.getHasExplicitColumns());
    Constants constants = new Constants(queries, statement.translation());
    new OptionSetter(constants).set(draft, node.getOptionList());
    refuseUnsupported(node);
    if (node instanceof ResolvedCreateMaterializedViewStmt view) {
      draft.partitioning = PartitionClause.read(view.getPartitionByList());
      draft.clustering.addAll(CreateTables.clustering(view.getClusterByList()));
      MaterializedViewRules.check(view, draft);
    }
    draft.fields.addAll(named(node, new ColumnDefinitions(constants)));
    TableMetadata view = withColumns(statement.request(), draft.build(), statement.now());
    SqlResult result = SqlResult.ddl("CREATE_" + kind, draft.id());
    store(statement, node.getCreateMode(), view, result);
    return result;
  }

  private static void refuseUnsupported(ResolvedCreateViewBase node) {
    if (node.getCreateScope() != CreateScope.CREATE_DEFAULT_SCOPE) {
      throw ServiceException.notSupported("SQL CREATE TEMP VIEW");
    }
    if (node.getRecursive()) {
      throw ServiceException.notSupported("SQL CREATE RECURSIVE VIEW");
    }
  }

  /** The columns as the statement gives them: names in order, and descriptions. */
  private static List<Field> named(ResolvedCreateViewBase node, ColumnDefinitions definitions) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < node.getOutputColumnList().size(); i++) {
      String name = node.getOutputColumnList().get(i).getName();
      Field field =
          FieldTypes.toField(name, node.getOutputColumnList().get(i).getColumn().getType());
      if (i < node.getColumnDefinitionList().size()) {
        ResolvedColumnDefinition definition = node.getColumnDefinitionList().get(i);
        field = field.withDescription(definitions.field(definition).description());
      }
      fields.add(field);
    }
    return fields;
  }

  /** A view with the columns that its query has. */
  TableMetadata withColumns(SqlRequest request, TableMetadata view, Instant now) {
    return view.withFields(sources.expand(request, view, now, List.of()).fields());
  }

  private void store(Statement statement, CreateMode mode, TableMetadata view, SqlResult result) {
    TableMetadata before = catalog.findTable(view.id()).orElse(null);
    boolean skipped = before != null && mode == CreateMode.CREATE_IF_NOT_EXISTS;
    if (statement.request().dryRun() || skipped) {
      return;
    }
    TableWork also = (connection, table) -> statement.effect().run(connection, result);
    if (mode != CreateMode.CREATE_OR_REPLACE) {
      TableMetadata unused = catalog.createTable(view, also);
      return;
    }
    if (before != null && !before.type().equals(view.type())) {
      throw before.refusal();
    }
    TableMetadata unused = catalog.replaceTable(view, also);
  }

  /** ALTER VIEW and ALTER MATERIALIZED VIEW. */
  SqlResult alter(Statement statement, Kind kind) {
    ResolvedAlterObjectStmt node = (ResolvedAlterObjectStmt) statement.node();
    TableId id = TableResolver.tableId(statement.request(), node.getNamePath());
    SqlResult result = SqlResult.ddl("ALTER_" + kind, id);
    boolean absent = node.getIsIfExists() && catalog.findTable(id).isEmpty();
    if (!absent && !statement.request().dryRun()) {
      Constants constants = new Constants(queries, statement.translation());
      TableMetadata unused =
          catalog.updateTable(
              id,
              before -> altered(before, kind, node.getAlterActionList(), constants),
              (connection, table) -> statement.effect().run(connection, result));
    }
    return result;
  }

  private static TableMetadata altered(
      TableMetadata before, Kind kind, List<ResolvedAlterAction> actions, Constants constants) {
    if (!before.type().equals(kind.name())) {
      throw before.refusal();
    }
    TableDraft draft = new TableDraft(before);
    for (ResolvedAlterAction action : actions) {
      if (action instanceof ResolvedSetOptionsAction options) {
        new OptionSetter(constants).set(draft, options.getOptionList());
      } else if (action instanceof ResolvedAlterColumnOptionsAction column) {
        AlterTables.change(
            draft,
            column,
            field -> new ColumnDefinitions(constants).withOptions(field, column.getOptionList()));
      } else {
        throw ServiceException.notSupported("SQL ALTER VIEW action " + action.nodeKindString());
      }
    }
    return draft.build();
  }
}
