package dev.penstock.kafka.read;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.util.List;

/** A reader whose ordinals are columns: of a struct, or of a single primitive. One owner thread. */
public sealed interface ColumnsReader extends RowReader permits StructReader, ScalarReader {
  /** The fields in ordinal order. */
  List<SourceField> fields();

  /** Reads this value from now on; it is a value of the schema the reader was made for. */
  void on(Object value);
}
