package dev.penstock.local;

/** A running local BigQuery. Thread-safe; close ends both servers and every thread. */
public final class LocalBigQuery implements AutoCloseable {
  private LocalBigQuery() {}

  /** Starts both servers. The SQL engine loads in the background. */
  public static LocalBigQuery start(LocalOptions options) {
    throw new UnsupportedOperationException();
  }

  /** The base URL of REST v2, for example {@code http://127.0.0.1:9050}. */
  public String restUrl() {
    throw new UnsupportedOperationException();
  }

  /** {@code host:port} of the gRPC services. */
  public String grpcTarget() {
    throw new UnsupportedOperationException();
  }

  /** The faults that requests meet from now on. */
  public FaultScript faults() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
