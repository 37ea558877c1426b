package dev.penstock.core.connection;

/**
 * Clients and channels of one endpoint, shared by all writers of a task. Thread-safe. Closing it
 * ends every connection.
 */
public final class BigQueryConnection implements AutoCloseable {
  private BigQueryConnection() {}

  /**
   * Prepares clients; no network round trip happens here.
   *
   * @param project the project that jobs run in
   * @param userAgent names the edge and its version, for example {@code penstock-kafka/0.1.0}
   * @throws dev.penstock.core.error.IngestException CREDENTIALS when a key cannot be read
   */
  public static BigQueryConnection open(Endpoint endpoint, String project, String userAgent) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
