package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** What a database knows of its tables. One owner thread. */
final class PostgresCatalog {
  /** Tables, partitioned tables, views, materialised views and foreign tables. */
  private static final String RELATIONS =
      "SELECT c.oid::int8, n.nspname, c.relname, pg_catalog.pg_table_is_visible(c.oid)"
          + " FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')"
          + " AND pg_catalog.lower(c.relname) = pg_catalog.lower(?)"
          + " ORDER BY n.nspname, c.relname";

  private static final String NOT_NULL =
      "SELECT attname FROM pg_catalog.pg_attribute"
          + " WHERE attrelid = ?::oid AND attnum > 0 AND NOT attisdropped AND attnotnull";

  private static final String PRIMARY_KEY =
      "SELECT a.attname FROM pg_catalog.pg_constraint k"
          + " CROSS JOIN LATERAL pg_catalog.unnest(k.conkey) WITH ORDINALITY AS c(number, place)"
          + " JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.number"
          + " WHERE k.conrelid = ?::oid AND k.contype = 'p'"
          + " ORDER BY c.place";

  /** Partitioned tables hold nothing themselves; a table that was never analysed counts -1. */
  private static final String ESTIMATE =
      "WITH RECURSIVE tree(oid) AS (SELECT ?::oid"
          + " UNION ALL SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN tree t"
          + " ON i.inhparent = t.oid)"
          + " SELECT pg_catalog.sum(c.reltuples)::int8, pg_catalog.min(c.reltuples)::int8"
          + " FROM tree t JOIN pg_catalog.pg_class c ON c.oid = t.oid"
          + " WHERE c.relkind IN ('r', 'm')";

  private final PostgresSession session;

  PostgresCatalog(PostgresSession session) {
    this.session = session;
  }

  /**
   * The one table that a name means.
   *
   * @throws IngestException TABLE_NOT_FOUND when there is none, INVALID_OPTION when there are
   *     several
   */
  PostgresRelation load(PostgresName name) {
    List<PostgresRelation> visible = new ArrayList<>();
    List<PostgresRelation> all = new ArrayList<>();
    session.ask(
        "look for table '" + name.text() + "'",
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(RELATIONS)) {
            statement.setString(1, name.table().text());
            ResultSet rows = statement.executeQuery();
            while (rows.next()) {
              PostgresRelation relation =
                  new PostgresRelation(rows.getLong(1), rows.getString(2), rows.getString(3));
              all.add(relation);
              if (name.schema().isPresent() || rows.getBoolean(4)) {
                visible.add(relation);
              }
            }
          }
          return all;
        });
    int best = visible.stream().mapToInt(name::match).max().orElse(0);
    if (best == 0) {
      throw notFound(name, all);
    }
    List<PostgresRelation> meant = visible.stream().filter(r -> name.match(r) == best).toList();
    if (meant.size() > 1) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "--table: " + name.text() + " (expected: one of " + list(meant) + ", in quotes)");
    }
    return meant.get(0);
  }

  private static IngestException notFound(PostgresName name, List<PostgresRelation> similar) {
    return new IngestException(
        ErrorCode.TABLE_NOT_FOUND,
        "Table '"
            + name.text()
            + "' is not there, or the user may not see it. "
            + (similar.isEmpty()
                ? "Name it as schema.table, and check the database in the URI."
                : "There is "
                    + list(similar)
                    + "; name it so, in quotes where letters are capital."));
  }

  private static String list(List<PostgresRelation> relations) {
    return relations.stream()
        .sorted(Comparator.comparing(PostgresRelation::toString))
        .limit(5)
        .map(PostgresRelation::toString)
        .collect(Collectors.joining(", "));
  }

  /** The columns that a FROM item yields, in order. */
  List<PostgresColumnType> columns(String what, String fromItem) {
    return session.ask(
        "describe " + what,
        connection -> {
          try (PreparedStatement statement =
              connection.prepareStatement("SELECT * FROM " + fromItem)) {
            ResultSetMetaData described = statement.getMetaData();
            List<PostgresColumnType> columns = new ArrayList<>();
            for (int i = 1; i <= described.getColumnCount(); i++) {
              columns.add(PostgresColumnType.of(described, i));
            }
            return columns;
          }
        });
  }

  /** The names of the columns that are never NULL. */
  Set<String> notNull(PostgresRelation relation) {
    return new HashSet<>(names("read the columns of", relation, NOT_NULL));
  }

  /** The names of the columns of the primary key, in its order; empty when there is none. */
  List<String> primaryKey(PostgresRelation relation) {
    return names("read the primary key of", relation, PRIMARY_KEY);
  }

  /** About how many rows there are, as the last ANALYZE found. */
  OptionalLong estimatedRows(PostgresRelation relation) {
    return session.ask(
        "estimate the rows of " + relation,
        connection -> {
          try (PreparedStatement statement = prepare(connection, ESTIMATE, relation);
              ResultSet row = statement.executeQuery()) {
            boolean isKnown = row.next() && row.getLong(2) >= 0 && !row.wasNull();
            return isKnown ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
          }
        });
  }

  private List<String> names(String what, PostgresRelation relation, String sql) {
    return session.ask(
        what + " " + relation,
        connection -> {
          try (PreparedStatement statement = prepare(connection, sql, relation);
              ResultSet rows = statement.executeQuery()) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
              names.add(rows.getString(1));
            }
            return names;
          }
        });
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, PostgresRelation relation) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setLong(1, relation.oid());
    return statement;
  }
}
