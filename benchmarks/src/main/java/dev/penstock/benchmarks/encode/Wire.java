package dev.penstock.benchmarks.encode;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;

/** The buffer that bounds write to with Google's own output stream. One owner thread. */
final class Wire {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int ROW_ROOM = 1 << 14;

  private final byte[] array = new byte[BUFFER_BYTES];
  private CodedOutputStream out = CodedOutputStream.newInstance(array);
  private int rowStart;

  /** The stream, with room for a row. */
  CodedOutputStream begin() {
    if (out.spaceLeft() < ROW_ROOM) {
      out = CodedOutputStream.newInstance(array);
    }
    rowStart = out.getTotalBytesWritten();
    return out;
  }

  /** Starts a message of less than 128 bytes and tells where its content starts. */
  int beginShort(int tag) throws IOException {
    out.writeTag(tag, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.write((byte) 0);
    return out.getTotalBytesWritten();
  }

  void endShort(int start) {
    array[start - 1] = (byte) (out.getTotalBytesWritten() - start);
  }

  int size() {
    return out.getTotalBytesWritten();
  }

  byte[] lastRow() {
    return Arrays.copyOfRange(array, rowStart, size());
  }
}
