package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.util.List;

/**
 * Messages whose fields are columns of their own. One owner thread.
 *
 * @param fields what the reader yields
 */
record ProtoStruct(ProtoLayout layout, List<SourceField> fields, ProtoReader reader)
    implements ProtoForm {
  @Override
  public RowReader toReader(ProtoTape tape, int cell) {
    return reader.onMessage(tape.block(cell));
  }
}
