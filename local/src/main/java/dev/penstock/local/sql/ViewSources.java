package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOutputColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Views as tables that a statement reads: their query is analyzed anew each time, so that they
 * follow the tables under them. Thread-safe.
 */
final class ViewSources {
  /** The service takes so many views over views. */
  private static final int MAX_DEPTH = 16;

  private static final String FAILED = "; failed to parse view '";

  private final TableResolver tables;
  private final ScanParts reads;
  private final FunctionTable functions;
  private final Supplier<GoogleSql> analyzer;

  ViewSources(
      TableResolver tables,
      ScanParts reads,
      FunctionTable functions,
      Supplier<GoogleSql> analyzer) {
    this.reads = reads;
    this.tables = tables;
    this.functions = functions;
    this.analyzer = analyzer;
  }

  /** What a view is to a statement. */
  record Expansion(List<Field> fields, Supplier<String> relation, Source.Under under) {}

  /**
   * The view's columns and rows.
   *
   * @param over the views that lie over this one
   * @throws ServiceException with the view's name when its query is refused
   */
  Expansion expand(SqlRequest request, TableMetadata view, Instant now, List<TableId> over) {
    TableDefinition definition = Objects.requireNonNull(view.definition());
    if (over.contains(view.id()) || over.size() >= MAX_DEPTH) {
      throw ServiceException.invalidQuery(
          "View "
              + view.id().legacy()
              + (over.contains(view.id())
                  ? " reads itself"
                  : " lies under more than " + MAX_DEPTH + " other views"));
    }
    List<TableId> chain = new ArrayList<>(over);
    chain.add(view.id());
    try {
      return expand(
          request.inView(view.id().project(), definition.query()), view, definition, now, chain);
    } catch (ServiceException e) {
      if (e.httpCode() == 501 || String.valueOf(e.getMessage()).contains(FAILED)) {
        throw e;
      }
      throw new ServiceException(
          e.httpCode(), e.reason(), e.getMessage() + FAILED + view.id() + "'");
    }
  }

  private Expansion expand(
      SqlRequest request,
      TableMetadata view,
      TableDefinition definition,
      Instant now,
      List<TableId> chain) {
    GoogleSql googleSql = analyzer.get();
    List<List<String>> names = googleSql.tableNames(request.sql(), path -> false);
    List<Source> sources = tables.resolve(request, names, now, chain);
    ResolvedStatement node = googleSql.analyze(request, sources);
    if (!(node instanceof ResolvedQueryStmt query) || query.getIsValueTable()) {
      throw ServiceException.invalidQuery("A view must be a SELECT of columns.");
    }
    List<Field> fields = fields(query.getOutputColumnList(), view, definition.columnsNamed());
    return new Expansion(
        fields,
        () ->
            "("
                + StoredQuery.select(
                    new Translation(functions, request, sources, now),
                    query.getQuery(),
                    query.getOutputColumnList(),
                    fields)
                + ")",
        (columns, read, outer) ->
            reads.of(
                query,
                new Translation(functions, request, sources, now),
                LiveColumns.of(query, columns)::contains));
  }

  private static List<Field> fields(
      List<ResolvedOutputColumn> columns, TableMetadata view, boolean named) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      ResolvedOutputColumn column = columns.get(i);
      boolean renamed = named && i < view.fields().size();
      String name = renamed ? view.fields().get(i).name() : column.getName();
      if (name.isEmpty() || name.startsWith("$")) {
        throw ServiceException.invalidQuery(
            "CREATE VIEW columns must be named, but column " + (i + 1) + " has no name");
      }
      Field field = FieldTypes.toField(name, column.getColumn().getType());
      Field stored = Field.find(view.fields(), name);
      fields.add(stored == null ? field : field.withDescription(stored.description()));
    }
    return fields;
  }
}
