package dev.penstock.local.sql;

import com.google.zetasql.parser.ASTNodes.ASTScript;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterMaterializedViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterTableSetOptionsStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateMaterializedViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateSchemaStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateSnapshotTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateTableAsSelectStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDeleteStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropMaterializedViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropSnapshotTableStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedInsertStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMergeStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTruncateStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedUpdateStmt;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableDefinition.Kind;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;

/**
 * Runs GoogleSQL statements against a catalog and a row store. Thread-safe.
 *
 * <p>A statement is analyzed by ZetaSQL, translated to DuckDB and run there. What is not translated
 * is refused with 501, never approximated. A result is held in memory, up to 256 MiB; spooling
 * larger ones is the caller's.
 */
public final class SqlEngine implements AutoCloseable {
  /** Who runs all statements, as SESSION_USER() says. */
  public static final String USER = "local@penstock.invalid";

  private static final long MAX_RESULT_BYTES = 256L << 20;

  private final RowStore rows;
  private final Clock clock;
  private final TableResolver tables;
  private final FunctionTable functions;
  private final AnalyzerLoader analyzer;
  private final Staging staging;
  private final Queries queries;
  private final Views views;
  private final DmlGate gate;
  private final TableTurns turns;
  private final ScanCosts costs;
  private final NodeDispatch<Function<Statement, SqlResult>> statements;
  private boolean prepared;

  /** An engine; the analyzer loads when the first statement comes, or {@link #warmUp} before it. */
  public SqlEngine(
      Catalog catalog, RowStore rows, JobHistory jobs, InstantSource clock, DmlGate gate) {
    this(catalog, rows, jobs, clock.withZone(ZoneOffset.UTC), gate, MAX_RESULT_BYTES);
  }

  SqlEngine(
      Catalog catalog,
      RowStore rows,
      JobHistory jobs,
      Clock clock,
      DmlGate gate,
      long maxResultBytes) {
    this.rows = rows;
    this.clock = clock;
    this.gate = gate;
    this.turns = new TableTurns(clock);
    this.functions = FunctionTable.load();
    this.analyzer = new AnalyzerLoader(GoogleSql::load);
    this.tables = new TableResolver(catalog, rows, jobs, functions, analyzer::get);
    this.staging = new Staging(rows);
    this.queries = new Queries(rows, maxResultBytes);
    this.costs = new ScanCosts(queries, rows);
    Dml dml = new Dml(rows, turns, gate);
    CreateTables create = new CreateTables(catalog, queries, staging);
    AlterTables alter = new AlterTables(catalog, rows, queries, clock);
    TableCopies copies = new TableCopies(create, queries, rows);
    Drops drops = new Drops(catalog, tables);
    this.views = new Views(catalog, queries, tables.views());
    this.statements =
        new NodeDispatch<Function<Statement, SqlResult>>("SQL statement")
            .on(ResolvedQueryStmt.class, node -> queries::run)
            .on(ResolvedInsertStmt.class, node -> dml::insert)
            .on(ResolvedUpdateStmt.class, node -> dml::update)
            .on(ResolvedDeleteStmt.class, node -> dml::delete)
            .on(ResolvedMergeStmt.class, node -> dml::merge)
            .on(ResolvedTruncateStmt.class, node -> dml::truncate)
            .on(
                ResolvedCreateTableStmt.class,
                node -> TableCopies.follows(node) ? copies::create : create::create)
            .on(ResolvedCreateSnapshotTableStmt.class, node -> copies::snapshot)
            .on(ResolvedCreateViewStmt.class, node -> views::create)
            .on(ResolvedCreateMaterializedViewStmt.class, node -> views::create)
            .on(ResolvedAlterViewStmt.class, node -> statement -> views.alter(statement, Kind.VIEW))
            .on(
                ResolvedAlterMaterializedViewStmt.class,
                node -> statement -> views.alter(statement, Kind.MATERIALIZED_VIEW))
            .on(ResolvedCreateTableAsSelectStmt.class, node -> create::createAs)
            .on(ResolvedAlterTableStmt.class, node -> alter::alter)
            .on(ResolvedAlterTableSetOptionsStmt.class, node -> alter::setOptions)
            .on(ResolvedCreateSchemaStmt.class, node -> new Schemas(catalog, queries)::create)
            .on(ResolvedDropStmt.class, node -> drops::drop)
            .on(ResolvedDropMaterializedViewStmt.class, node -> drops::dropMaterializedView)
            .on(ResolvedDropSnapshotTableStmt.class, node -> drops::dropSnapshot);
  }

  /** Begins to load the analyzer in the background. */
  public void warmUp() {
    analyzer.start();
  }

  /**
   * Runs one statement.
   *
   * @throws ServiceException with the service's code, reason and text when the statement is refused
   */
  public SqlResult query(SqlRequest request) {
    return query(request, SqlEffect.NONE);
  }

  /**
   * Runs one statement, and some work in the transaction of its effect.
   *
   * @throws ServiceException with the service's code, reason and text when the statement is refused
   */
  public SqlResult query(SqlRequest request, SqlEffect effect) {
    SqlLimits.checkText(request.sql());
    SqlLimits.checkParameters(request.parameters());
    GoogleSql googleSql = analyzer.get();
    prepareDatabase();
    List<List<String>> names =
        googleSql.tableNames(request.sql(), path -> tables.exists(request, path));
    SqlLimits.checkResources(names);
    SqlSession session = request.scope().session();
    Instant now = session == null ? clock.instant() : session.now();
    List<Source> sources = tables.resolve(request, names, now, List.of());
    ResolvedStatement node = googleSql.analyze(request, sources);
    PartitionFilters.require(node, sources);
    if (session != null && session.isInTransaction()) {
      TransactionRules.check(request, node, sources, session);
    }
    Translation translation = new Translation(functions, request, sources, now);
    new PastScans(rows, new Constants(queries, translation)).define(node, translation);
    ScanCost cost = costs.of(request, node, translation);
    SqlEffect costing =
        (connection, result) -> {
          count(result);
          effect.run(connection, result.costing(cost));
        };
    return statements
        .apply(node)
        .apply(new Statement(request, node, translation, googleSql, costing))
        .costing(cost);
  }

  /** A table that is made or dropped is not changed. */
  private void count(SqlResult done) {
    String operation = done.ddlOperation();
    if (done.ddlTarget() != null && (operation == null || operation.equals("REPLACE"))) {
      gate.change(done.ddlTarget());
    }
  }

  /** A place for temporary tables and a transaction, which ends when it is closed. */
  public SqlSession openSession() {
    analyzer.get();
    prepareDatabase();
    return new SqlSession(rows, clock, turns);
  }

  /**
   * Parses a text that may have several statements.
   *
   * @throws ServiceException 400 invalidQuery with the parser's text
   */
  public ASTScript parseScript(String sql) {
    SqlLimits.checkText(sql);
    return analyzer.get().parseScript(sql);
  }

  /**
   * A DuckDB relation with the columns of a table as they are stored and the rows that meet a
   * condition.
   *
   * @param relation the table's rows as they are stored
   * @param condition a GoogleSQL expression of type BOOL over the table's columns; blank for none
   * @throws ServiceException 400 with the analyzer's text for a bad condition, or for a table whose
   *     partition filter is missing
   */
  public String filtered(TableMetadata table, String relation, String condition) {
    if (condition.isBlank()) {
      PartitionFilters.require(table, null);
      return relation;
    }
    GoogleSql googleSql = analyzer.get();
    prepareDatabase();
    TableId id = table.id();
    SqlRequest request =
        new SqlRequest(id.project(), id.dataset(), "US", condition, List.of(), false);
    Translation translation = new Translation(functions, request, List.of(), clock.instant());
    return new RowFilter(googleSql, translation).relation(table, relation);
  }

  /**
   * A view with the columns of its query.
   *
   * @throws ServiceException when the query is refused
   */
  public TableMetadata withViewColumns(TableMetadata view) {
    TableId id = view.id();
    SqlRequest request = new SqlRequest(id.project(), null, "US", "", List.of(), false);
    return views.withColumns(request, view, clock.instant());
  }

  /** The refusal that a failure of a translated statement means. */
  public ServiceException refusal(SQLException failure) {
    return DuckErrors.refusal(failure);
  }

  private synchronized void prepareDatabase() {
    if (prepared) {
      return;
    }
    try (Connection connection = rows.open()) {
      JavaFunctions.register(connection);
      staging.clean();
      prepared = true;
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  /** Frees the analyzer's native memory. The database's connections are the row store's. */
  @Override
  public void close() {
    analyzer.close();
  }
}
