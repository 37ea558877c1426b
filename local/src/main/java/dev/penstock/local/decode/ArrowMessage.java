package dev.penstock.local.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Message;

/**
 * Arrow's encapsulated message (WA-170): a mark, the length of the header, the header, the body.
 * Immutable.
 *
 * @param body the bytes after the header, little-endian
 */
record ArrowMessage(Message header, ByteBuffer body) {
  private static final int CONTINUATION = -1;

  /**
   * Takes a message apart.
   *
   * @throws IndexOutOfBoundsException if it is cut off
   */
  static ArrowMessage of(ByteBuffer bytes) {
    ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    int length = in.getInt(0);
    int start = Integer.BYTES;
    if (length == CONTINUATION) {
      length = in.getInt(Integer.BYTES);
      start += Integer.BYTES;
    }
    ByteBuffer header = in.slice(start, length).order(ByteOrder.LITTLE_ENDIAN);
    int end = start + length;
    ByteBuffer body = in.slice(end, in.limit() - end).order(ByteOrder.LITTLE_ENDIAN);
    return new ArrowMessage(Message.getRootAsMessage(header), body);
  }
}
