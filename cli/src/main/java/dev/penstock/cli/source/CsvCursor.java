package dev.penstock.cli.source;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.reader.TextRows;

/** The rows of a CSV file. One owner thread. */
final class CsvCursor implements RowCursor {
  private final SourceSchema schema;
  private final CsvRecords records;
  private final TextRows row;

  /**
   * Opens the file before its first row.
   *
   * @param schema of the table, which the rows are of
   */
  CsvCursor(SourceSchema schema, TableSchema table, TextFile file, CsvOptions options) {
    this.schema = schema;
    this.records = CsvRecords.open(file, options, (done, total) -> {}, CountedInput.Bytes.UNSEEN);
    this.row = TextRows.of(table, records);
    records.setWidth(table.columns().size());
    if (options.header()) {
      boolean unused = records.next();
    }
  }

  @Override
  public SourceSchema schema() {
    return schema;
  }

  @Override
  public boolean next() {
    return records.next();
  }

  @Override
  public RowReader row() {
    return row;
  }

  @Override
  public String position() {
    return "line " + records.line();
  }

  @Override
  public void close() {
    records.close();
  }
}
