package dev.penstock.local;

import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.service.LoadOptions;
import dev.penstock.local.service.ReadOptions;
import dev.penstock.local.service.WriteOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a local BigQuery runs. Immutable.
 *
 * @param host the address both servers bind; default 127.0.0.1
 * @param restPort the REST port; 0 takes a free one
 * @param grpcPort the gRPC port; 0 takes a free one
 * @param dataDirectory where rows survive a crash; null keeps all in memory
 * @param ackOnly acknowledge appends without storing rows, for measuring clients
 * @param memoryLimitMb what the database may use, in MiB; default 1024
 * @param clock the time of etags, staleness, tombstones and read sessions; default the system's
 * @param reads how read sessions cut and keep rows
 * @param loads what uploads of load jobs may take
 * @param writes what the Storage Write API takes, and what it knows late
 * @param changeHistoryBytes how much of the changes is remembered to tell the story of a row;
 *     default 16 MiB, 0 for none
 * @param enforceQuotas whether calls above the service's limits are refused; default no
 */
public record LocalOptions(
    String host,
    int restPort,
    int grpcPort,
    @Nullable Path dataDirectory,
    boolean ackOnly,
    int memoryLimitMb,
    InstantSource clock,
    ReadOptions reads,
    LoadOptions loads,
    WriteOptions writes,
    long changeHistoryBytes,
    boolean enforceQuotas) {
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
    if (grpcPort != 0 && grpcPort == restPort) {
      throw new LocalOptionException(
          "grpcPort",
          grpcPort + " is the REST port too (expected: another one, or 0 for any free port)",
          null);
    }
    if (memoryLimitMb < MIN_MEMORY_MB) {
      throw new LocalOptionException(
          "memoryLimitMb", memoryLimitMb + " (expected: " + MIN_MEMORY_MB + " or more)", null);
    }
    if (changeHistoryBytes < 0) {
      throw new LocalOptionException(
          "changeHistoryBytes", changeHistoryBytes + " (expected: 0 or more)", null);
    }
  }

  private static void requirePort(String option, int port) {
    if (port < 0 || port > MAX_PORT) {
      throw new LocalOptionException(
          option, port + " (expected: 1.." + MAX_PORT + ", or 0 for any free port)", null);
    }
  }

  /** In memory, on free loopback ports. */
  public static LocalOptions inMemory() {
    return new LocalOptions(
        "127.0.0.1",
        0,
        0,
        null,
        false,
        DEFAULT_MEMORY_MB,
        InstantSource.system(),
        ReadOptions.defaults(),
        LoadOptions.defaults(),
        WriteOptions.defaults(),
        DuckRowStore.HISTORY_BYTES,
        false);
  }

  /** On free loopback ports with a data directory. */
  public static LocalOptions in(Path dataDirectory) {
    return inMemory().withDataDirectory(dataDirectory);
  }

  /** Acknowledges appends without storing rows. */
  public LocalOptions withAckOnly() {
    return with(draft -> draft.ackOnly = true);
  }

  /** On fixed ports. */
  public LocalOptions withPorts(int rest, int grpc) {
    return with(
        draft -> {
          draft.restPort = rest;
          draft.grpcPort = grpc;
        });
  }

  /** With a data directory. */
  public LocalOptions withDataDirectory(Path directory) {
    return with(draft -> draft.dataDirectory = directory);
  }

  /** On another address. */
  public LocalOptions withHost(String address) {
    return with(draft -> draft.host = address);
  }

  /** Takes a DELETE that omits REQUIRED columns outside the key. */
  public LocalOptions withLenientDeletes() {
    return withWrites(writes.withLenientDeletes());
  }

  /** With another memory limit for the database. */
  public LocalOptions withMemoryLimitMb(int limit) {
    return with(draft -> draft.memoryLimitMb = limit);
  }

  /** With another clock, for tests of staleness. */
  public LocalOptions withClock(InstantSource source) {
    return with(draft -> draft.clock = source);
  }

  /** With other read sessions. */
  public LocalOptions withReads(ReadOptions options) {
    return with(draft -> draft.reads = options);
  }

  /** With other bounds for uploads. */
  public LocalOptions withLoads(LoadOptions options) {
    return with(draft -> draft.loads = options);
  }

  /** With another Storage Write API. */
  public LocalOptions withWrites(WriteOptions options) {
    return with(draft -> draft.writes = options);
  }

  /** With another bound for what is remembered of changes; 0 remembers nothing. */
  public LocalOptions withChangeHistoryBytes(long bytes) {
    return with(draft -> draft.changeHistoryBytes = bytes);
  }

  /** Refuses calls above the service's limits, which are counted in any case. */
  public LocalOptions withEnforcedQuotas() {
    return with(draft -> draft.enforceQuotas = true);
  }

  private LocalOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** The options while one of them changes. */
  private static final class Draft {
    private String host;
    private int restPort;
    private int grpcPort;
    private @Nullable Path dataDirectory;
    private boolean ackOnly;
    private int memoryLimitMb;
    private InstantSource clock;
    private ReadOptions reads;
    private LoadOptions loads;
    private WriteOptions writes;
    private long changeHistoryBytes;
    private boolean enforceQuotas;

    Draft(LocalOptions options) {
      host = options.host;
      restPort = options.restPort;
      grpcPort = options.grpcPort;
      dataDirectory = options.dataDirectory;
      ackOnly = options.ackOnly;
      memoryLimitMb = options.memoryLimitMb;
      clock = options.clock;
      reads = options.reads;
      loads = options.loads;
      writes = options.writes;
      changeHistoryBytes = options.changeHistoryBytes;
      enforceQuotas = options.enforceQuotas;
    }

    LocalOptions options() {
      return new LocalOptions(
          host,
          restPort,
          grpcPort,
          dataDirectory,
          ackOnly,
          memoryLimitMb,
          clock,
          reads,
          loads,
          writes,
          changeHistoryBytes,
          enforceQuotas);
    }
  }
}
