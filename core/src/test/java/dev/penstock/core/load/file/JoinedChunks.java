package dev.penstock.core.load.file;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** The chunks of a file, joined. One owner thread. */
public final class JoinedChunks implements FileChunks {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<Integer> sizes = new ArrayList<>();

  @Override
  public byte[] send(byte[] chunk) {
    sendLast(chunk, chunk.length);
    return chunk;
  }

  @Override
  public void sendLast(byte[] chunk, int length) {
    bytes.write(chunk, 0, length);
    sizes.add(length);
  }

  /** The bytes so far. */
  public byte[] file() {
    return bytes.toByteArray();
  }

  /** The sizes of the chunks. */
  public List<Integer> sizes() {
    return sizes;
  }
}
