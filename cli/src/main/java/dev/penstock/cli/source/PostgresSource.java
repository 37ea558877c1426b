package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnNames;
import dev.penstock.cli.source.DeclaredColumns.Declared;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.PostgresColumn;
import dev.penstock.core.reader.PostgresRows;
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
          "--table: none for " + address + " (expected: table, schema.table or query:SELECT …)");
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
          ErrorCode.INVALID_OPTION, "--into: none (expected: a table name, for a query has none)");
    }
    String legal = ColumnNames.legal(PostgresName.parse(wanted).table().text());
    return legal.isEmpty() ? "table" : legal;
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
            new Constraints(Set.of(), List.of(), OptionalLong.empty()),
            settled);
      }
      PostgresRelation relation = catalog.load(PostgresName.parse(wanted));
      return table(
          "table " + relation,
          relation.sql(),
          catalog.columns("table " + relation, relation.sql()),
          new Constraints(
              catalog.notNull(relation),
              catalog.primaryKey(relation),
              catalog.estimatedRows(relation)),
          settled);
    }
  }

  /** What the database declares beyond types, by names of the source. */
  private record Constraints(
      Set<String> notNull, List<String> primaryKey, OptionalLong estimatedRows) {}

  private SourceTable table(
      String what,
      String fromItem,
      List<PostgresColumnType> types,
      Constraints declared,
      Wanted settled) {
    List<PostgresColumn> read =
        types.stream()
            .map(type -> PostgresTypes.column(type, !declared.notNull().contains(type.name())))
            .toList();
    DeclaredColumns columns =
        DeclaredColumns.of(
            IntStream.range(0, types.size())
                .mapToObj(i -> new Declared(read.get(i).field(), why(types.get(i))))
                .toList(),
            settled);
    return new PostgresTable(
        address,
        what,
        select(types, fromItem),
        PostgresRows.of(
            IntStream.range(0, types.size())
                .mapToObj(i -> new PostgresColumn(columns.fields().get(i), read.get(i).form()))
                .toList()),
        columns.reports(),
        columns.namesOf(declared.primaryKey()),
        declared.estimatedRows(),
        address.identity() + " " + wanted);
  }

  private static String why(PostgresColumnType type) {
    return "declared as "
        + type.typeName()
        + (PostgresTypes.isReadAsText(type) ? ", read as its text" : "");
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
