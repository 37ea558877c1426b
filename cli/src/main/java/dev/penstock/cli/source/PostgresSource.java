package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.reader.PostgresColumn;
import dev.penstock.core.reader.PostgresRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One table, view or query of a PostgreSQL database. One owner thread. */
final class PostgresSource implements Source {
  private static final String QUERY = "query:";

  private final PostgresAddress address;
  private final String wanted;

  private PostgresSource(PostgresAddress address, String wanted) {
    this.address = address;
    this.wanted = wanted;
  }

  /**
   * A source; nothing is connected yet.
   *
   * @param table a name, or {@code query:} and a SELECT
   * @param environment where {@code PGUSER} and {@code PGPASSWORD} may stand
   * @throws IngestException INVALID_OPTION
   */
  static PostgresSource of(SourceUri uri, @Nullable String table, Map<String, String> environment) {
    PostgresAddress address = PostgresAddress.of(uri, environment);
    if (table == null || table.isBlank() || query(table).isEmpty()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "table: none for " + address + " (expected: table, schema.table or query:SELECT …)");
    }
    if (!table.startsWith(QUERY)) {
      PostgresName.parse(table);
    }
    return new PostgresSource(address, table);
  }

  /** The SELECT itself, without a semicolon behind it; a name stays one. */
  private static String query(String table) {
    return table.startsWith(QUERY)
        ? table.substring(QUERY.length()).strip().replaceFirst(";+$", "").strip()
        : table;
  }

  private boolean isQuery() {
    return wanted.startsWith(QUERY);
  }

  @Override
  public String tableName() {
    if (isQuery()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION, "into: none (expected: a table name, for a query has none)");
    }
    return PostgresName.parse(wanted).table().text();
  }

  @Override
  public SourceTable inspect(Wanted settled) {
    try (PostgresSession session = PostgresSession.open(address)) {
      PostgresCatalog catalog = new PostgresCatalog(session);
      if (isQuery()) {
        return table(
            "the query",
            "(" + query(wanted) + "\n)",
            catalog.columns("the query", "(" + query(wanted) + "\n) AS q"),
            new Declared(Set.of(), List.of(), OptionalLong.empty()),
            settled);
      }
      PostgresRelation relation = catalog.load(PostgresName.parse(wanted));
      return table(
          "table " + relation,
          relation.sql(),
          catalog.columns("table " + relation, relation.sql()),
          new Declared(
              catalog.notNull(relation),
              catalog.primaryKey(relation),
              catalog.estimatedRows(relation)),
          settled);
    }
  }

  /** What the database declares beyond types, by names of the source. */
  private record Declared(
      Set<String> notNull, List<String> primaryKey, OptionalLong estimatedRows) {}

  private SourceTable table(
      String what,
      String fromItem,
      List<PostgresColumnType> types,
      Declared declared,
      Wanted settled) {
    List<String> names = types.stream().map(PostgresColumnType::name).toList();
    List<PostgresColumn> columns = new ArrayList<>();
    List<ColumnReport> reports = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      PostgresColumnType type = types.get(i);
      boolean nullable = !declared.notNull().contains(type.name());
      PostgresColumn column =
          given(PostgresTypes.column(type.withName(names.get(i)), nullable), settled);
      columns.add(column);
      reports.add(
          ColumnReport.declared(type.name(), CreationTypes.columnFor(column.field()), why(type)));
    }
    List<String> key =
        declared.primaryKey().stream().map(name -> names.get(indexOf(types, name))).toList();
    return new PostgresTable(
        address,
        what,
        select(types, fromItem),
        PostgresRows.of(columns),
        reports,
        key,
        declared.estimatedRows());
  }

  private static int indexOf(List<PostgresColumnType> types, String name) {
    return IntStream.range(0, types.size())
        .filter(i -> types.get(i).name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The column as the user wants it made. */
  private static PostgresColumn given(PostgresColumn column, Wanted settled) {
    SourceField field = column.field();
    for (Column given : settled.given()) {
      if (given.name().equalsIgnoreCase(field.name())) {
        return new PostgresColumn(field.withColumn(given), column.form());
      }
    }
    return column;
  }

  private static String why(PostgresColumnType type) {
    return "The database declares it "
        + type.typeName()
        + (PostgresTypes.isReadAsText(type) ? ", which is read as its text." : ".");
  }

  /** Columns go by their place, since a query may have a name twice. */
  private static String select(List<PostgresColumnType> types, String fromItem) {
    List<Integer> places = IntStream.range(0, types.size()).boxed().toList();
    return "SELECT "
        + places.stream()
            .map(i -> "c" + i + "::" + PostgresTypes.sqlType(types.get(i)))
            .collect(Collectors.joining(", "))
        + " FROM "
        + fromItem
        + " AS q("
        + places.stream().map(i -> "c" + i).collect(Collectors.joining(", "))
        + ")";
  }
}
