package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader.TextSink;
import java.util.Arrays;

/**
 * {@code google.protobuf.FieldMask} as its paths, as they are declared, joined by commas. One owner
 * thread.
 */
final class ProtoFieldMask implements ProtoForm {
  private byte[] joined = new byte[64];

  @Override
  public void toText(ProtoTape tape, int cell, TextSink sink) {
    int paths = tape.block(cell);
    int length = 0;
    int count = tape.count(paths);
    int path = tape.next(paths);
    for (int i = 0; i < count; i++) {
      int needed = length + 1 + tape.length(path);
      if (needed > joined.length) {
        joined = Arrays.copyOf(joined, 2 * needed);
      }
      if (i > 0) {
        joined[length++] = ',';
      }
      System.arraycopy(tape.bytes(), tape.start(path), joined, length, tape.length(path));
      length += tape.length(path);
      path = tape.next(path);
    }
    sink.utf8(joined, 0, length);
  }
}
