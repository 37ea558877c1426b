package dev.penstock.local;

import dev.penstock.local.service.LoadOptions;
import dev.penstock.local.service.ReadOptions;
import java.nio.file.Path;
import java.time.InstantSource;
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
 *     (CDC-013 leaves it open); default true
 * @param memoryLimitMb what the database may use, in MiB; default 1024
 * @param clock the time of etags, staleness, tombstones and read sessions; default the system's
 * @param reads how read sessions cut and keep rows
 * @param loads what uploads of load jobs may take
 */
public record LocalOptions(
    String host,
    int restPort,
    int grpcPort,
    @Nullable Path dataDirectory,
    boolean ackOnly,
    boolean deletesNeedRequiredColumns,
    int memoryLimitMb,
    InstantSource clock,
    ReadOptions reads,
    LoadOptions loads) {
  private static final int DEFAULT_MEMORY_MB = 1024;

  /** Below it DuckDB cannot hold the few tables of its own. */
  private static final int MIN_MEMORY_MB = 64;

  private static final int MAX_PORT = 65_535;

  /**
   * Checks the ranges.
   *
   * @throws LocalOptionException if a value is outside
   */
  public LocalOptions {
    requirePort("restPort", restPort);
    requirePort("grpcPort", grpcPort);
    if (memoryLimitMb < MIN_MEMORY_MB) {
      throw new LocalOptionException(
          "memoryLimitMb", memoryLimitMb + " (expected: " + MIN_MEMORY_MB + " or more)", null);
    }
  }

  private static void requirePort(String option, int port) {
    if (port < 0 || port > MAX_PORT) {
      throw new LocalOptionException(
          option, port + " (expected: 1.." + MAX_PORT + ", or 0 for any free port)", null);
    }
  }

  /** With the default memory limit and the system's clock. */
  public LocalOptions(
      String host,
      int restPort,
      int grpcPort,
      @Nullable Path dataDirectory,
      boolean ackOnly,
      boolean deletesNeedRequiredColumns) {
    this(
        host,
        restPort,
        grpcPort,
        dataDirectory,
        ackOnly,
        deletesNeedRequiredColumns,
        DEFAULT_MEMORY_MB,
        InstantSource.system(),
        ReadOptions.defaults(),
        LoadOptions.defaults());
  }

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
        host,
        restPort,
        grpcPort,
        dataDirectory,
        true,
        deletesNeedRequiredColumns,
        memoryLimitMb,
        clock,
        reads,
        loads);
  }

  /** On fixed ports. */
  public LocalOptions withPorts(int rest, int grpc) {
    return new LocalOptions(
        host,
        rest,
        grpc,
        dataDirectory,
        ackOnly,
        deletesNeedRequiredColumns,
        memoryLimitMb,
        clock,
        reads,
        loads);
  }

  /** With a data directory. */
  public LocalOptions withDataDirectory(Path directory) {
    return new LocalOptions(
        host,
        restPort,
        grpcPort,
        directory,
        ackOnly,
        deletesNeedRequiredColumns,
        memoryLimitMb,
        clock,
        reads,
        loads);
  }

  /** On another address. */
  public LocalOptions withHost(String address) {
    return new LocalOptions(
        address,
        restPort,
        grpcPort,
        dataDirectory,
        ackOnly,
        deletesNeedRequiredColumns,
        memoryLimitMb,
        clock,
        reads,
        loads);
  }

  /** Takes a DELETE that omits REQUIRED columns outside the key. */
  public LocalOptions withLenientDeletes() {
    return new LocalOptions(
        host,
        restPort,
        grpcPort,
        dataDirectory,
        ackOnly,
        false,
        memoryLimitMb,
        clock,
        reads,
        loads);
  }

  /** With another memory limit for the database. */
  public LocalOptions withMemoryLimitMb(int limit) {
    return new LocalOptions(
        host,
        restPort,
        grpcPort,
        dataDirectory,
        ackOnly,
        deletesNeedRequiredColumns,
        limit,
        clock,
        reads,
        loads);
  }

  /** With another clock, for tests of staleness. */
  public LocalOptions withClock(InstantSource source) {
    return new LocalOptions(
        host,
        restPort,
        grpcPort,
        dataDirectory,
        ackOnly,
        deletesNeedRequiredColumns,
        memoryLimitMb,
        source,
        reads,
        loads);
  }

  /** With other read sessions. */
  public LocalOptions withReads(ReadOptions options) {
    return new LocalOptions(
        host,
        restPort,
        grpcPort,
        dataDirectory,
        ackOnly,
        deletesNeedRequiredColumns,
        memoryLimitMb,
        clock,
        options,
        loads);
  }

  /** With other bounds for uploads. */
  public LocalOptions withLoads(LoadOptions options) {
    return new LocalOptions(
        host,
        restPort,
        grpcPort,
        dataDirectory,
        ackOnly,
        deletesNeedRequiredColumns,
        memoryLimitMb,
        clock,
        reads,
        options);
  }
}
