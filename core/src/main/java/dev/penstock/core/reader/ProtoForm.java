package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.RowReader.TextSink;

/**
 * The meaning of one field's values on the tape. A form has the methods of its field's kind. One
 * owner thread.
 */
interface ProtoForm {
  default boolean toBoolean(ProtoTape tape, int cell) {
    throw new IllegalStateException("no BOOL");
  }

  default long toLong(ProtoTape tape, int cell) {
    throw new IllegalStateException("no number");
  }

  default double toDouble(ProtoTape tape, int cell) {
    throw new IllegalStateException("no DOUBLE");
  }

  default void toText(ProtoTape tape, int cell, TextSink sink) {
    throw new IllegalStateException("no text");
  }

  default void toBytes(ProtoTape tape, int cell, ByteSink sink) {
    throw new IllegalStateException("no BYTES");
  }

  /** A reader of a struct or list. */
  default RowReader toReader(ProtoTape tape, int cell) {
    throw new IllegalStateException("no STRUCT or LIST");
  }
}
