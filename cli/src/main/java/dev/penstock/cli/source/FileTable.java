package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.SourceSchema;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A file that was read once, whole, and whose rows are read again. One owner thread.
 *
 * @param state before it was read
 */
record FileTable(
    FileState state,
    SourceSchema schema,
    List<ColumnReport> columns,
    long count,
    String identity,
    Function<SourceSchema, RowCursor> opening)
    implements SourceTable {
  FileTable {
    columns = List.copyOf(columns);
  }

  @Override
  public List<String> primaryKey() {
    return List.of();
  }

  @Override
  public OptionalLong rowCount() {
    return OptionalLong.of(count);
  }

  @Override
  public RowCursor rows() {
    return new UnchangedRows(state, opening.apply(schema));
  }
}
