package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAddColumnAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAddConstraintAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnDropDefaultAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnDropNotNullAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnOptionsAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnSetDataTypeAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnSetDefaultAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterTableSetOptionsStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropColumnAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropPrimaryKeyAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedPrimaryKey;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRenameColumnAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRenameToAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOptionsAction;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ColumnRename;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableWork;
import dev.penstock.local.rows.RowStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Runs ALTER TABLE: all actions of a statement or none. Thread-safe. */
final class AlterTables {
  private final Catalog catalog;
  private final RowStore rows;
  private final Queries queries;
  private final RenameTables renames;

  AlterTables(Catalog catalog, RowStore rows, Queries queries, Clock clock) {
    this.catalog = catalog;
    this.rows = rows;
    this.queries = queries;
    this.renames = new RenameTables(catalog, rows, clock);
  }

  SqlResult alter(Statement statement) {
    ResolvedAlterTableStmt node = (ResolvedAlterTableStmt) statement.node();
    for (ResolvedAlterAction action : node.getAlterActionList()) {
      if (action instanceof ResolvedRenameToAction rename) {
        return renames.rename(statement, rename);
      }
    }
    refuseMixedRenames(node);
    NodeDispatch<Consumer<TableDraft>> actions =
        actions(new Constants(queries, statement.translation()));
    List<Consumer<TableDraft>> changes =
        node.getAlterActionList().stream().map(actions::apply).toList();
    return change(statement, node.getNamePath(), node.getIsIfExists(), changes);
  }

  /** ALTER TABLE with SET OPTIONS alone, which the analyzer has a node of its own for. */
  SqlResult setOptions(Statement statement) {
    ResolvedAlterTableSetOptionsStmt node = (ResolvedAlterTableSetOptionsStmt) statement.node();
    OptionSetter setter = new OptionSetter(new Constants(queries, statement.translation()));
    return change(
        statement,
        node.getNamePath(),
        node.getIsIfExists(),
        List.of(draft -> setter.set(draft, node.getOptionList())));
  }

  private SqlResult change(
      Statement statement,
      List<String> path,
      boolean ifExists,
      List<Consumer<TableDraft>> changes) {
    if (TableResolver.temporary(statement.request(), path) != null) {
      throw ServiceException.notSupported("SQL ALTER TABLE of a temporary table");
    }
    TableId id = TableResolver.tableId(statement.request(), path);
    SqlResult result = SqlResult.ddl("ALTER_TABLE", id);
    boolean absent = ifExists && catalog.findTable(id).isEmpty();
    if (!absent && !statement.request().dryRun()) {
      List<ColumnRename> columns = new ArrayList<>();
      UnaryOperator<TableMetadata> change =
          before -> {
            before.requireWritable();
            TableDraft draft = new TableDraft(before);
            changes.forEach(each -> each.accept(draft));
            columns.addAll(draft.renames);
            return draft.build();
          };
      TableWork effect = (connection, table) -> statement.effect().run(connection, result);
      TableMetadata unused =
          reshapes(statement, id)
              ? catalog.reshapeTable(id, change, columns, effect)
              : catalog.updateTable(id, change, effect);
    }
    return result;
  }

  /** SQ-031. */
  private static void refuseMixedRenames(ResolvedAlterTableStmt node) {
    long columns =
        node.getAlterActionList().stream()
            .filter(ResolvedRenameColumnAction.class::isInstance)
            .count();
    if (columns > 0 && columns < node.getAlterActionList().size()) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE RENAME COLUMN cannot be combined with other actions");
    }
  }

  /** Whether columns go, or get other names or types. */
  private boolean reshapes(Statement statement, TableId id) {
    if (!(statement.node() instanceof ResolvedAlterTableStmt node)) {
      return false;
    }
    Optional<TableMetadata> table = catalog.findTable(id);
    return node.getAlterActionList().stream()
        .anyMatch(
            action ->
                action instanceof ResolvedRenameColumnAction
                    || action instanceof ResolvedDropColumnAction
                    || (action instanceof ResolvedAlterColumnSetDataTypeAction retyping
                        && table.filter(t -> retypes(t, retyping)).isPresent()));
  }

  /** SQ-028. */
  private boolean retypes(TableMetadata table, ResolvedAlterColumnSetDataTypeAction action) {
    if (!AlterColumns.isOtherType(table, action)) {
      return false;
    }
    if (rows.isStreaming(table)) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE ALTER COLUMN SET DATA TYPE is not supported while table "
              + table.id().legacy()
              + " has rows in the streaming buffer");
    }
    return true;
  }

  private static NodeDispatch<Consumer<TableDraft>> actions(Constants constants) {
    ColumnDefinitions definitions = new ColumnDefinitions(constants);
    return new NodeDispatch<Consumer<TableDraft>>("SQL ALTER TABLE action")
        .on(
            ResolvedSetOptionsAction.class,
            action -> draft -> new OptionSetter(constants).set(draft, action.getOptionList()))
        .on(ResolvedDropColumnAction.class, action -> draft -> AlterColumns.drop(draft, action))
        .on(ResolvedRenameColumnAction.class, action -> draft -> AlterColumns.rename(draft, action))
        .on(
            ResolvedAlterColumnSetDataTypeAction.class,
            action -> draft -> change(draft, action, field -> AlterColumns.retyped(field, action)))
        .on(ResolvedAddConstraintAction.class, action -> draft -> addPrimaryKey(draft, action))
        .on(ResolvedDropPrimaryKeyAction.class, action -> draft -> dropPrimaryKey(draft, action))
        .on(ResolvedAddColumnAction.class, action -> draft -> addColumn(draft, action, definitions))
        .on(
            ResolvedAlterColumnDropNotNullAction.class,
            action -> draft -> change(draft, action, AlterTables::relaxed))
        .on(
            ResolvedAlterColumnSetDefaultAction.class,
            action ->
                draft ->
                    change(
                        draft,
                        action,
                        field ->
                            ColumnDefinitions.withDefault(
                                field, action.getDefaultValue().getSql())))
        .on(
            ResolvedAlterColumnDropDefaultAction.class,
            action -> draft -> change(draft, action, AlterTables::withoutDefault))
        .on(
            ResolvedAlterColumnOptionsAction.class,
            action ->
                draft ->
                    change(
                        draft,
                        action,
                        field -> definitions.withOptions(field, action.getOptionList())));
  }

  private static void addPrimaryKey(TableDraft draft, ResolvedAddConstraintAction action) {
    if (!(action.getConstraint() instanceof ResolvedPrimaryKey key)) {
      throw ServiceException.notSupported("SQL constraint other than PRIMARY KEY");
    }
    if (!draft.primaryKey.isEmpty()) {
      if (action.getIsIfNotExists()) {
        return;
      }
      throw ServiceException.invalidQuery(
          "Table " + draft.id().legacy() + " already has a primary key. DROP PRIMARY KEY first.");
    }
    draft.primaryKey.addAll(CreateTables.keyColumns(key));
  }

  private static void dropPrimaryKey(TableDraft draft, ResolvedDropPrimaryKeyAction action) {
    if (draft.primaryKey.isEmpty() && !action.getIsIfExists()) {
      throw ServiceException.invalidQuery(
          "Table " + draft.id().legacy() + " does not have a primary key.");
    }
    draft.primaryKey.clear();
  }

  /** SQ-027. */
  private static void addColumn(
      TableDraft draft, ResolvedAddColumnAction action, ColumnDefinitions definitions) {
    Field field = definitions.field(action.getColumnDefinition());
    boolean exists =
        draft.fields.stream().anyMatch(other -> other.name().equalsIgnoreCase(field.name()));
    if (exists) {
      if (action.getIsIfNotExists()) {
        return;
      }
      throw ServiceException.invalidQuery("Column already exists: " + field.name());
    }
    if (field.defaultValueExpression() != null) {
      throw ServiceException.invalidQuery(
          "Column "
              + field.name()
              + " cannot be added with a default value. Add it first, then ALTER COLUMN SET"
              + " DEFAULT.");
    }
    draft.fields.add(field);
  }

  static void change(
      TableDraft draft, ResolvedAlterColumnAction action, UnaryOperator<Field> change) {
    for (int i = 0; i < draft.fields.size(); i++) {
      if (draft.fields.get(i).name().equalsIgnoreCase(action.getColumn())) {
        draft.fields.set(i, change.apply(draft.fields.get(i)));
        return;
      }
    }
    if (!action.getIsIfExists()) {
      throw ServiceException.invalidQuery(
          "Column not found: " + action.getColumn().toLowerCase(Locale.ROOT));
    }
  }

  /** SQ-029. */
  private static Field relaxed(Field field) {
    if (field.mode() != Mode.REQUIRED) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE ALTER COLUMN DROP NOT NULL requires the column to be NOT NULL: "
              + field.name());
    }
    return ColumnDefinitions.withMode(field, Mode.NULLABLE);
  }

  /** RT-057. */
  private static Field withoutDefault(Field field) {
    if (field.defaultValueExpression() == null) {
      throw ServiceException.invalid(
          "Cannot DROP DEFAULT value from column "
              + field.name()
              + " which does not have a DEFAULT value.");
    }
    return ColumnDefinitions.withDefault(field, null);
  }
}
