package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.PostgresRows;
import java.util.List;
import java.util.OptionalLong;

/**
 * The rows of a table or query, as the database holds them when they are opened. One owner thread.
 *
 * @param what it is, for messages
 * @param select the statement that yields the rows, each column in the form that it is read in
 * @param rowCount as the database estimates
 */
record PostgresTable(
    PostgresAddress address,
    String what,
    String select,
    PostgresRows firstRows,
    List<ColumnReport> columns,
    List<String> primaryKey,
    OptionalLong rowCount,
    String identity)
    implements SourceTable {

  @Override
  public SourceSchema schema() {
    return firstRows.schema();
  }

  @Override
  public RowCursor rows() {
    PostgresSession session = PostgresSession.open(address);
    try {
      PostgresReadAhead messages =
          new PostgresReadAhead(
              what, session.copy("read " + what, select), address.readAheadBytes());
      return new PostgresCursor(session, what, messages, firstRows.again());
    } catch (IngestException | Error e) {
      session.close();
      throw e;
    }
  }
}
