package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.sequence.TextPosition;
import dev.penstock.core.sequence.TextPosition.Format;

/**
 * A place in the binlog of one MySQL server; another server's has no order to it. Rows of a
 * snapshot stand where the snapshot was taken. Immutable.
 *
 * @param file the number at the end of the file's name
 * @param position the event in the file
 * @param row the row in the event
 */
public record BinlogPosition(long file, long position, long row) implements SourcePosition {
  private static final TextPosition FILE = new TextPosition(Format.BINLOG_FILE);

  static BinlogPosition read(SourceProperties source) {
    SequenceSections file = new SequenceSections();
    String fault = FILE.encode(source.text("file"), file);
    if (fault != null) {
      throw source.refused("file", fault);
    }
    return new BinlogPosition(
        file.toNumber().first(), source.unsigned("pos"), source.unsigned("row"));
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(file).add(position).add(row);
  }
}
