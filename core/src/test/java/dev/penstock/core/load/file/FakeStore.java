package dev.penstock.core.load.file;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Files in memory, which are there once they ended. Thread-safe. */
final class FakeStore implements FileStore {
  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private boolean failing;

  @Override
  public FileChunks create(String name) {
    JoinedChunks joined = new JoinedChunks();
    return new FileChunks() {
      @Override
      public byte[] send(byte[] chunk) {
        return joined.send(chunk);
      }

      @Override
      public void sendLast(byte[] chunk, int length) {
        joined.sendLast(chunk, length);
        put(name, joined.file());
      }
    };
  }

  private synchronized void put(String name, byte[] file) {
    if (failing) {
      throw new IngestException(ErrorCode.UNAVAILABLE, name + " cannot be stored");
    }
    files.put(name, file);
  }

  synchronized void fail() {
    failing = true;
  }

  @Override
  public String uri(String name) {
    return "gs://b/" + name;
  }

  synchronized byte[] file(String uri) {
    return Objects.requireNonNull(files.get(uri.substring("gs://b/".length())), uri);
  }

  synchronized int count() {
    return files.size();
  }
}
