package dev.penstock.local.sql;

import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.StoredCatalog;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.database.Database;
import dev.penstock.local.rows.DuckRowStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An engine over the empty datasets {@code p.d}, {@code p.other} and {@code my-proj.d}. */
final class SqlFixture implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-03-04T05:06:07.123456Z");

  private static final int MEMORY_MB = 256;
  private static final int MAX_RESULT_BYTES = 1 << 20;

  final DuckRowStore rows;
  final StoredCatalog catalog;
  final SqlEngine engine;
  private final Database database;

  SqlFixture() {
    this(JobHistory.NONE);
  }

  SqlFixture(JobHistory jobs) {
    this(jobs, DmlGate.OPEN);
  }

  SqlFixture(DmlGate gate) {
    this(JobHistory.NONE, gate);
  }

  private SqlFixture(JobHistory jobs, DmlGate gate) {
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    try {
      database = Database.open(null, null, MEMORY_MB);
      rows = new DuckRowStore(database, clock);
      catalog = StoredCatalog.load(database, rows, clock);
      rows.adopt(List.of());
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    engine = new SqlEngine(catalog, rows, jobs, clock, gate, MAX_RESULT_BYTES);
    addDataset("p", "d");
    addDataset("p", "other");
    addDataset("my-proj", "d");
  }

  private void addDataset(String project, String dataset) {
    catalog.createDataset(
        new DatasetMetadata(
            project,
            dataset,
            "",
            "US",
            0,
            0,
            Map.of(),
            null,
            null,
            null,
            DatasetMetadata.NO_SETTINGS));
  }

  /** A NULLABLE column. */
  static Field field(String name, FieldType type) {
    return Field.of(name, type, Mode.NULLABLE);
  }

  /** Creates a table {@code p.d.NAME}. */
  TableMetadata create(String name, Field... fields) {
    return catalog.createTable(TableMetadata.draft(new TableId("p", "d", name), List.of(fields)));
  }

  /** The table {@code p.d.NAME}. */
  TableMetadata table(String name) {
    return catalog.findTable(new TableId("p", "d", name)).orElseThrow();
  }

  /** Puts rows into a table without the engine: what follows VALUES in DuckDB. */
  void fill(TableMetadata table, String values) {
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement()) {
      String columns =
          table.fields().stream()
              .map(field -> '"' + field.name() + '"')
              .collect(Collectors.joining(", "));
      statement.execute(
          "INSERT INTO " + table.physicalName() + "(" + columns + ") VALUES " + values);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a statement in project p with the default dataset d. */
  SqlResult run(String sql, SqlParameter... parameters) {
    return engine.query(new SqlRequest("p", "d", "US", sql, List.of(parameters), false));
  }

  /** The rows of a query. */
  List<List<@Nullable Object>> rows(String sql, SqlParameter... parameters) {
    return run(sql, parameters).rows();
  }

  /** The only value of a query. */
  @Nullable Object value(String sql, SqlParameter... parameters) {
    return rows(sql, parameters).get(0).get(0);
  }

  @Override
  public void close() throws SQLException {
    engine.close();
    rows.close();
    database.close();
  }
}
