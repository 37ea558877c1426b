package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.RowReader.TextSink;

/** Values as the tape holds them. Immutable. */
enum ProtoScalar implements ProtoForm {
  /** All of them. */
  INSTANCE;

  @Override
  public boolean toBoolean(ProtoTape tape, int cell) {
    return tape.value(cell) != 0;
  }

  @Override
  public long toLong(ProtoTape tape, int cell) {
    return tape.value(cell);
  }

  @Override
  public double toDouble(ProtoTape tape, int cell) {
    return Double.longBitsToDouble(tape.value(cell));
  }

  @Override
  public void toText(ProtoTape tape, int cell, TextSink sink) {
    sink.utf8(tape.bytes(), tape.start(cell), tape.length(cell));
  }

  @Override
  public void toBytes(ProtoTape tape, int cell, ByteSink sink) {
    sink.bytes(tape.bytes(), tape.start(cell), tape.length(cell));
  }
}
