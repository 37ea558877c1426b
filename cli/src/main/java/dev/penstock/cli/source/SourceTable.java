package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.SourceSchema;
import java.util.List;
import java.util.OptionalLong;

/** The rows of a source, whose columns are known. One owner thread. */
public interface SourceTable {
  /** The fields of its rows, named as their columns; one instance for the life of this table. */
  SourceSchema schema();

  /** What each field is and why, in the order of the schema. */
  List<ColumnReport> columns();

  /** The key that the source declares, by column names; empty when it declares none. */
  List<String> primaryKey();

  /** How many rows there are, where that is known before they are read; databases estimate. */
  OptionalLong rowCount();

  /**
   * What its rows are, wherever they lie: the same text for the same rows read in the same way. Of
   * a text file, its bytes; of a Parquet file, its size, time and footer; of a database, what is
   * asked of which, since rows that come later are the same source's.
   */
  String identity();

  /** Opens the rows, from the first one each time. */
  RowCursor rows();
}
