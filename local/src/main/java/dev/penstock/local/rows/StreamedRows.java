package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hidden column that says when a row was streamed, so that copies leave out what is in the
 * streaming buffer (RT-123). Rows of jobs and statements have NULL in it, or, where the table is
 * partitioned by ingestion time, a number that says in which partition they are; rows of insertAll
 * have a negative number.
 */
final class StreamedRows {
  /** No user column may start with {@code _TABLE_} (RT-042). */
  static final String MILLIS = "_TABLE_STREAMED";

  /** As it stands in CREATE TABLE. */
  static final String COLUMN = MILLIS + " BIGINT";

  /** What a partition's time is lowered by, so that no time of a stream is so low. */
  private static final long PARTITION = 1_000_000_000_000_000L;

  /** The condition of a row that says in which partition it is. */
  private static final String PLACED = MILLIS + " < " + -PARTITION / 2;

  /** When a row was streamed, in SQL; NULL for one that was not. */
  static final String AT = "CASE WHEN " + PLACED + " THEN NULL ELSE abs(" + MILLIS + ") END";

  private static final long SLOT_MILLIS = 1000;

  private StreamedRows() {}

  /** What the column has for the rows of a batch. */
  static long mark(RowBatch batch, long nowMillis) {
    return batch.inserted() ? -nowMillis : nowMillis;
  }

  /** Gives it to tables that an earlier version made. */
  static void addTo(Connection connection) throws SQLException {
    List<String> without = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet names =
            statement.executeQuery(
                "SELECT table_name FROM duckdb_tables()"
                    + " WHERE regexp_full_match(table_name, 't_[0-9]+') EXCEPT"
                    + " SELECT table_name FROM duckdb_columns() WHERE column_name = '"
                    + MILLIS
                    + "'")) {
      while (names.next()) {
        without.add(names.getString(1));
      }
    }
    try (Statement statement = connection.createStatement()) {
      for (String name : without) {
        statement.execute("ALTER TABLE " + name + " ADD COLUMN " + COLUMN);
      }
    }
  }

  /** Finds again, after a start, when rows were streamed and what is in the streaming buffer. */
  static void measure(Connection connection, StoredTable table, long nowMillis)
      throws SQLException {
    String slots =
        "SELECT %s // %d * %d AS slot, count(*), max(-%s) FROM %s WHERE %s GROUP BY slot"
            .concat(" ORDER BY slot")
            .formatted(
                AT,
                SLOT_MILLIS,
                SLOT_MILLIS,
                MILLIS,
                table.metadata().physicalName(),
                recent(nowMillis));
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(slots)) {
      while (rows.next()) {
        table.streaming.add(rows.getLong(1), rows.getLong(2), 0);
        table.inserted(rows.getLong(3));
      }
    }
    table.modified(last(connection, table.metadata()).map(Instant::toEpochMilli).orElse(0L));
  }

  /**
   * Copies the rows of a table that are not in the streaming buffer; how many there are. Between
   * tables that are partitioned by ingestion time alike they stay in their partitions.
   *
   * @param partition of the source; null for all of it
   */
  static long copy(
      Connection transaction,
      TableMetadata source,
      @Nullable String partition,
      TableMetadata target,
      long nowMillis)
      throws SQLException {
    String columns = PhysicalType.names(source.fields(), "");
    boolean keeps =
        PartitionIds.isByIngestion(target)
            && partition == null
            && Partitioning.spec(source.partitioning())
                .equals(Partitioning.spec(target.partitioning()));
    String time =
        keeps
            ? "CASE WHEN %s THEN %s ELSE %s - %d END".formatted(PLACED, MILLIS, AT, PARTITION)
            : "NULL";
    String rows =
        partition == null
            ? settled(nowMillis)
            : PartitionIds.condition(source, partition, nowMillis);
    try (Statement statement = transaction.createStatement()) {
      return statement.executeLargeUpdate(
          "INSERT INTO %s(%s, %s) SELECT %s, %s FROM %s WHERE (%s) AND (%s)"
              .formatted(
                  target.physicalName(),
                  columns,
                  MILLIS,
                  columns,
                  time,
                  source.physicalName(),
                  rows,
                  settled(nowMillis)));
    }
  }

  /** Puts the rows that have no partition by ingestion time into that of a time. */
  static void ingest(Connection transaction, TableMetadata table, long millis) throws SQLException {
    try (Statement statement = transaction.createStatement()) {
      statement.execute(
          "UPDATE %s SET %s = %d WHERE %s IS NULL"
              .formatted(table.physicalName(), MILLIS, millis - PARTITION, MILLIS));
    }
  }

  /** The expression of when a row came, in UTC without a zone; NULL where that is not known. */
  static String ingestion() {
    return "make_timestamp((CASE WHEN %s THEN %s + %d ELSE %s END) * 1000)"
        .formatted(PLACED, MILLIS, PARTITION, AT);
  }

  /** When the newest of the streamed rows that are there was streamed; empty for none. */
  static Optional<Instant> last(Connection connection, TableMetadata table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT max(" + AT + ") FROM " + table.physicalName())) {
      result.next();
      long millis = result.getLong(1);
      return result.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }
  }

  /** A transaction that leaves none of the rows that were streamed lately empties the buffer. */
  static void recount(Connection transaction, StoredTable stored, long nowMillis)
      throws SQLException {
    TableMetadata table = stored.metadata();
    if (!table.changed()
        && stored.streaming.measure(nowMillis).rows() > 0
        && !hasRecent(transaction, table, nowMillis)) {
      stored.emptied();
    }
  }

  /** Whether any rows are in the streaming buffer. */
  private static boolean hasRecent(Connection connection, TableMetadata table, long nowMillis)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT 1 FROM "
                    + table.physicalName()
                    + " WHERE "
                    + recent(nowMillis)
                    + " LIMIT 1")) {
      return result.next();
    }
  }

  /** The condition of rows that are in the streaming buffer. */
  static String recent(long nowMillis) {
    return "NOT (" + settled(nowMillis) + ")";
  }

  /** The condition of rows of insertAll that are in the streaming buffer. */
  static String recentlyInserted(long nowMillis) {
    return MILLIS + " < 0 AND " + recent(nowMillis);
  }

  private static String settled(long nowMillis) {
    long since = nowMillis - StreamingBuffer.STAY.toMillis();
    return "coalesce(" + AT + " < " + since + ", TRUE)";
  }
}
