package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
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
  private static final long MAX_RESULT_BYTES = 256L << 20;

  private final RowStore rows;
  private final Clock clock;
  private final TableResolver tables;
  private final FunctionTable functions;
  private final AnalyzerLoader analyzer;
  private final NodeDispatch<Function<Statement, SqlResult>> statements;
  private boolean functionsRegistered;

  /** An engine; the analyzer loads in the background. */
  public SqlEngine(Catalog catalog, RowStore rows) {
    this(catalog, rows, Clock.systemUTC(), MAX_RESULT_BYTES);
  }

  SqlEngine(Catalog catalog, RowStore rows, Clock clock, long maxResultBytes) {
    this.rows = rows;
    this.clock = clock;
    this.tables = new TableResolver(catalog, rows);
    this.functions = FunctionTable.load();
    this.analyzer = new AnalyzerLoader();
    Queries queries = new Queries(rows, maxResultBytes);
    this.statements =
        new NodeDispatch<Function<Statement, SqlResult>>("SQL statement")
            .on(ResolvedQueryStmt.class, node -> queries::run);
  }

  /**
   * Runs one statement.
   *
   * @throws ServiceException with the service's code, reason and text when the statement is refused
   */
  public SqlResult query(SqlRequest request) {
    GoogleSql googleSql = analyzer.get();
    registerFunctions();
    List<Source> sources = tables.resolve(request, googleSql.tableNames(request.sql()));
    ResolvedStatement node = googleSql.analyze(request.sql(), sources, request.parameters());
    Instant now = clock.instant();
    Translation translation = new Translation(functions, request, sources, now);
    return statements.apply(node).apply(new Statement(request, node, translation));
  }

  private synchronized void registerFunctions() {
    if (functionsRegistered) {
      return;
    }
    try (Connection connection = rows.open()) {
      JavaFunctions.register(connection);
      functionsRegistered = true;
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
