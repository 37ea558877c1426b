package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.SourceSchema;
import java.util.List;
import java.util.OptionalLong;

/**
 * The rows of a Parquet file. One owner thread.
 *
 * @param state before its columns were read
 * @param select yields the fields of the schema, with a parameter for the file
 */
record ParquetTable(
    ParquetFile file,
    FileState state,
    long memoryBytes,
    String select,
    SourceSchema schema,
    List<ColumnReport> columns,
    long count)
    implements SourceTable {

  @Override
  public List<String> primaryKey() {
    return List.of();
  }

  @Override
  public OptionalLong rowCount() {
    return OptionalLong.of(count);
  }

  @Override
  public String identity() {
    return file.identity();
  }

  @Override
  public RowCursor rows() {
    return new UnchangedRows(state, ParquetCursor.open(this));
  }
}
