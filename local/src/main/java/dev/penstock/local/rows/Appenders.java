package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open appenders of a shard, the least recently used closed first. One owner thread. */
final class Appenders {
  private static final Logger LOG = LoggerFactory.getLogger(Appenders.class);
  private static final int MAX_OPEN = 64;

  /** Physical columns that are no columns of the table. */
  private static final int HIDDEN = -1;

  private static final int STREAM = -2;
  private static final int OFFSET = -3;
  private static final int STREAMED = -4;

  /** An open appender with the table column, or what else it is, of each physical column. */
  private record Open(DuckDBAppender out, List<Integer> positions) {}

  private final DuckDBConnection connection;
  private final Map<String, Open> open = new LinkedHashMap<>(16, 0.75f, true);

  Appenders(DuckDBConnection connection) {
    this.connection = connection;
  }

  /**
   * Writes a batch.
   *
   * @param target the stream it is for; null for the default one
   * @param offset the offset of its first row in that stream
   */
  void write(
      StoredTable table, RowBatch batch, @Nullable StreamAppend target, long offset, long nowMillis)
      throws SQLException {
    if (batch.changes() != null) {
      writeChanges(table, batch, batch.changes(), nowMillis);
    } else if (target == null || target.stream().isCommittedKind()) {
      String name = table.metadata().physicalName();
      long mark = StreamedRows.mark(batch, nowMillis);
      writePlain(find(name, table.metadata()), table.metadata(), batch, mark, 0);
    } else {
      String staged = StagedTable.name(table.metadata().physicalName());
      long stream = target.stream().stored().number();
      writePlain(find(staged, table.metadata()), table.metadata(), batch, stream, offset);
    }
  }

  /**
   * Writes rows.
   *
   * @param mark when they were streamed, or of a staged table the number of their stream
   */
  private static void writePlain(
      Open target, TableMetadata table, RowBatch batch, long mark, long firstOffset)
      throws SQLException {
    long offset = firstOffset;
    for (@Nullable Object[] row : batch.rows()) {
      target.out.beginRow();
      for (int position : target.positions) {
        if (position == STREAM || position == STREAMED) {
          target.out.append(mark);
        } else if (position == OFFSET) {
          target.out.append(offset);
        } else if (position == HIDDEN) {
          target.out.appendNull();
        } else {
          Field field = table.fields().get(position);
          RowAppender.value(target.out, field, position < row.length ? row[position] : null);
        }
      }
      target.out.endRow();
      offset++;
    }
  }

  private void writeChanges(
      StoredTable table, RowBatch batch, List<RowBatch.Change> changes, long nowMillis)
      throws SQLException {
    TableMetadata metadata = table.metadata();
    Open target = find(new ChangeTables(metadata).logName(), metadata);
    List<Field> fields = metadata.fields();
    for (int i = 0; i < changes.size(); i++) {
      RowBatch.Change change = changes.get(i);
      @Nullable Object[] row = batch.rows().get(i);
      target.out.beginRow();
      for (int c = 0; c < fields.size(); c++) {
        RowAppender.value(target.out, fields.get(c), c < row.length ? row[c] : null);
      }
      target.out.append(change.delete());
      target.out.append(change.sequence());
      target.out.append(table.nextOrder());
      target.out.append(nowMillis);
      target.out.endRow();
    }
  }

  /** Makes all that was written part of the running transaction. */
  void flush() throws SQLException {
    for (Open appender : open.values()) {
      appender.out.flush();
    }
  }

  /** Closes the appenders of a table, so that it can be altered. */
  void close(String physicalName) throws SQLException {
    for (String name :
        List.of(physicalName, physicalName + "_log", StagedTable.name(physicalName))) {
      Open appender = open.remove(name);
      if (appender != null) {
        appender.out.close();
      }
    }
  }

  /** Closes all; call it inside a transaction that is rolled back to lose what they hold. */
  void closeAll() {
    for (Open appender : open.values()) {
      try {
        appender.out.close();
      } catch (SQLException e) {
        LOG.debug("An appender that broke inside a row; its rows are rolled back", e);
      }
    }
    open.clear();
  }

  private Open find(String name, TableMetadata table) throws SQLException {
    Open found = open.get(name);
    if (found != null) {
      return found;
    }
    List<Integer> positions = new ArrayList<>();
    Map<String, Integer> columns = Field.positions(table.fields());
    for (String column : physicalColumns(connection, name)) {
      positions.add(columns.getOrDefault(column, hiddenPosition(column)));
    }
    Open created = new Open(connection.createAppender("main", name), positions);
    open.put(name, created);
    evict();
    return created;
  }

  private void evict() throws SQLException {
    if (open.size() > MAX_OPEN) {
      String eldest = open.keySet().iterator().next();
      Open appender = open.remove(eldest);
      if (appender != null) {
        appender.out.close();
      }
    }
  }

  private static int hiddenPosition(String column) {
    return switch (column) {
      case StagedTable.STREAM -> STREAM;
      case StagedTable.OFFSET -> OFFSET;
      case StreamedRows.MILLIS -> STREAMED;
      default -> HIDDEN;
    };
  }

  private static List<String> physicalColumns(Connection connection, String table)
      throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT column_name FROM duckdb_columns() WHERE table_name = ? ORDER BY"
                + " column_index")) {
      select.setString(1, table);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }
}
