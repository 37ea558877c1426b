package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;

/** Repeated fields. One owner thread. */
record ProtoList(ProtoReader elements) implements ProtoForm {
  @Override
  public RowReader toReader(ProtoTape tape, int cell) {
    return elements.onList(cell);
  }
}
