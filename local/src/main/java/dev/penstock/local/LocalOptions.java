package dev.penstock.local;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a local BigQuery runs. Immutable.
 *
 * @param host the address both servers bind; default 127.0.0.1
 * @param restPort the REST port; 0 takes a free one
 * @param grpcPort the gRPC port; 0 takes a free one
 * @param dataDirectory where rows survive a crash; null keeps all in memory
 * @param ackOnly acknowledge appends without storing rows, for measuring clients
 * @param deletesNeedRequiredColumns refuse a DELETE that omits a REQUIRED column outside the key
 *     (CDC-013 is unknown; decisions 5)
 */
public record LocalOptions(
    String host,
    int restPort,
    int grpcPort,
    @Nullable Path dataDirectory,
    boolean ackOnly,
    boolean deletesNeedRequiredColumns) {

  /** In memory, on free loopback ports. */
  public static LocalOptions inMemory() {
    return new LocalOptions("127.0.0.1", 0, 0, null, false, true);
  }

  /** On free loopback ports with a data directory. */
  public static LocalOptions in(Path dataDirectory) {
    return new LocalOptions("127.0.0.1", 0, 0, dataDirectory, false, true);
  }

  /** Acknowledges appends without storing rows. */
  public LocalOptions withAckOnly() {
    return new LocalOptions(
        host, restPort, grpcPort, dataDirectory, true, deletesNeedRequiredColumns);
  }

  /** On fixed ports. */
  public LocalOptions withPorts(int rest, int grpc) {
    return new LocalOptions(host, rest, grpc, dataDirectory, ackOnly, deletesNeedRequiredColumns);
  }
}
