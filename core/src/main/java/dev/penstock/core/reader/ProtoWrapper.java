package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.RowReader.TextSink;

/** Messages whose one field is the value. Immutable. */
record ProtoWrapper(ProtoForm wrapped) implements ProtoForm {
  @Override
  public boolean toBoolean(ProtoTape tape, int cell) {
    return wrapped.toBoolean(tape, tape.block(cell));
  }

  @Override
  public long toLong(ProtoTape tape, int cell) {
    return wrapped.toLong(tape, tape.block(cell));
  }

  @Override
  public double toDouble(ProtoTape tape, int cell) {
    return wrapped.toDouble(tape, tape.block(cell));
  }

  @Override
  public void toText(ProtoTape tape, int cell, TextSink sink) {
    wrapped.toText(tape, tape.block(cell), sink);
  }

  @Override
  public void toBytes(ProtoTape tape, int cell, ByteSink sink) {
    wrapped.toBytes(tape, tape.block(cell), sink);
  }
}
