package dev.penstock.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpHandler;
import dev.penstock.local.admin.AckOnly;
import dev.penstock.local.admin.AdminApi;
import dev.penstock.local.admin.FaultControl;
import dev.penstock.local.admin.WebPage;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.StoredCatalog;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.database.DataDirectory;
import dev.penstock.local.database.Database;
import dev.penstock.local.grpc.GrpcServer;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.http.HttpPort;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.rest.RestApi;
import dev.penstock.local.rows.ChangeCount;
import dev.penstock.local.rows.ChangeRow;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.StreamSnapshot;
import dev.penstock.local.service.CallCounts;
import dev.penstock.local.service.DmlQuota;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.JobRegistry;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.MovableClock;
import dev.penstock.local.service.PriceLedger;
import dev.penstock.local.service.Quotas;
import dev.penstock.local.service.ReadSessions;
import dev.penstock.local.service.Spool;
import dev.penstock.local.service.TableData;
import dev.penstock.local.service.TableTraits;
import dev.penstock.local.service.TableWrites;
import dev.penstock.local.service.Uploads;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.storage.StorageApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A running local BigQuery. Thread-safe; close ends both servers and every thread. */
public final class LocalBigQuery implements AutoCloseable {
  private final String host;
  private final MovableClock clock;
  private final FaultScript faults;
  private final Quotas quotas;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final @Nullable DataDirectory directory;
  private final StoredCatalog catalog;
  private final DuckRowStore rows;
  private final SqlEngine sql;
  private final HttpPort rest;
  private final GrpcServer grpc;
  private boolean closed;

  private LocalBigQuery(LocalOptions options) throws IOException, SQLException {
    LoadAhead.start();
    this.host = options.host();
    Listening listening = Listening.on(host);
    try {
      this.directory =
          options.dataDirectory() == null ? null : opened(take(options.dataDirectory()));
      this.clock = clock(options, directory);
      this.faults = new FaultScript(clock);
      PriceLedger ledger = PriceLedger.load(clock);
      Path path = directory == null ? null : directory.path();
      Spool spool = opened(Spool.open(path, options.loads()));
      Database database = opened(Database.open(path, spool.directory(), options.memoryLimitMb()));
      this.rows = opened(new DuckRowStore(database, clock, options.changeHistoryBytes()));
      this.catalog = StoredCatalog.load(database, rows, clock);
      this.quotas = Quotas.load(clock, faults.point(), TableTraits.of(catalog));
      quotas.enforce(options.enforceQuotas());
      CallCounts calls = new CallCounts(quotas);
      rows.adopt(catalog.allTables());
      JobRegistry registry = new JobRegistry();
      this.sql = opened(new SqlEngine(catalog, rows, registry, clock, new DmlQuota(calls)));
      TableData data = opened(new TableData(rows, clock));
      ObjectStore objects =
          opened(ObjectStore.open(database, path, options.loads().maxObjectBytes(), clock));
      Jobs jobs =
          opened(
              Jobs.open(
                  new Jobs.Stores(catalog, rows, sql, registry, objects, spool, calls, ledger),
                  clock));
      HttpFaults httpFaults = new HttpFaults(calls);
      Map<String, HttpHandler> handlers = new HashMap<>();
      handlers.putAll(StorageApi.handlers(objects, new Uploads<>(spool, clock), httpFaults));
      Uploads<Job> uploads = new Uploads<>(spool, clock);
      ReadSessions reads =
          opened(new ReadSessions(catalog, rows, sql, registry, clock, options.reads(), ledger));
      TableWrites writes = new TableWrites(catalog, rows, ledger);
      this.grpc =
          opened(
              listening.open(
                  "grpcPort",
                  options.grpcPort(),
                  address ->
                      GrpcServer.start(
                          address,
                          writes,
                          reads,
                          calls,
                          options.ackOnly(),
                          options.writes(),
                          clock)));
      handlers.putAll(
          RestApi.handlers(
              new RestApi.Services(catalog, rows, data, jobs, uploads, writes, clock), httpFaults));
      handlers.putAll(
          AdminApi.handlers(
              new AdminApi.Services(
                  catalog,
                  rows,
                  clock,
                  faultControl(),
                  calls,
                  quotas,
                  ledger,
                  jobs,
                  ackOnly(grpc))));
      handlers.putAll(WebPage.handlers(Objects.requireNonNull(handlers.get("/"))));
      this.rest =
          opened(
              listening.open(
                  "restPort", options.restPort(), address -> HttpPort.start(address, handlers)));
    } catch (IOException | SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private FaultControl faultControl() {
    return new FaultControl() {
      @Override
      public ObjectNode list() {
        return FaultText.write(faults.rules());
      }

      @Override
      public void add(String json) {
        faults.add(json);
      }

      @Override
      public void clear() {
        faults.clear();
      }
    };
  }

  private static AckOnly ackOnly(GrpcServer server) {
    return new AckOnly() {
      @Override
      public boolean isOn() {
        return server.isAckOnly();
      }

      @Override
      public void set(boolean on) {
        server.setAckOnly(on);
      }
    };
  }

  private static DataDirectory take(Path directory) {
    try {
      return DataDirectory.open(directory);
    } catch (IOException e) {
      throw new LocalOptionException("dataDirectory", String.valueOf(e.getMessage()), e);
    }
  }

  private static MovableClock clock(LocalOptions options, @Nullable DataDirectory directory) {
    if (directory == null) {
      return new MovableClock(options.clock());
    }
    try {
      return new MovableClock(options.clock(), directory.clockAhead(), directory::keepClockAhead);
    } catch (IOException e) {
      throw new LocalOptionException("dataDirectory", String.valueOf(e.getMessage()), e);
    }
  }

  private <T extends AutoCloseable> T opened(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Starts both servers. The SQL engine loads with the first statement; see {@link #warmUpSql}.
   *
   * @throws LocalOptionException if the host, a port or the data directory cannot be had
   * @throws UncheckedIOException if the database or the place for uploads cannot be opened
   */
  public static LocalBigQuery start(LocalOptions options) {
    try {
      return new LocalBigQuery(options);
    } catch (IOException e) {
      throw new UncheckedIOException("The place for uploads cannot be made: " + e.getMessage(), e);
    } catch (SQLException e) {
      String message =
          "The local database cannot be opened"
              + (options.dataDirectory() == null ? "" : " in " + options.dataDirectory())
              + ": "
              + e.getMessage();
      throw new UncheckedIOException(message, new IOException(message, e));
    }
  }

  /**
   * Writes {@code server.json} into the data directory, so that other processes find this server
   * until it is closed. Without a data directory nobody can look for it, and nothing happens.
   *
   * @throws UncheckedIOException if the file cannot be written
   */
  public void announce() {
    if (directory == null) {
      return;
    }
    rest.tellDirectory(directory.path());
    try {
      directory.announce(host, rest.port(), grpc.port());
    } catch (IOException e) {
      throw new UncheckedIOException("server.json cannot be written in " + directory.path(), e);
    }
  }

  /** Loads the SQL engine in the background, so that the first statement waits less for it. */
  public void warmUpSql() {
    sql.warmUp();
  }

  /** The base URL of REST v2, for example {@code http://127.0.0.1:9050}. */
  public String restUrl() {
    return "http://" + host + ":" + rest.port();
  }

  /** {@code host:port} of the gRPC services. */
  public String grpcTarget() {
    return host + ":" + grpc.port();
  }

  /** The faults that requests meet from now on. */
  public FaultScript faults() {
    return faults;
  }

  /**
   * Whether calls above the service's limits are refused; off at the start. They are counted in any
   * case.
   */
  public void enforceQuotas(boolean on) {
    quotas.enforce(on);
  }

  /** The server's time. */
  public Instant now() {
    return clock.instant();
  }

  /**
   * Puts the server's clock forward: streams and sessions expire, streaming buffers empty, changes
   * get stale. A data directory keeps it for the next start.
   *
   * @throws IllegalArgumentException for a negative duration
   */
  public void advanceClock(Duration by) {
    clock.advance(by);
  }

  /**
   * The change rows of a table acknowledged since the start, in order; the last 100,000 of them.
   *
   * @throws ServiceException if there is no such table
   */
  public List<ChangeRow> changeLog(TableId table) {
    return rows.changeLog(load(table));
  }

  /**
   * How many UPSERT and DELETE rows of a table were acknowledged since the start.
   *
   * @throws ServiceException if there is no such table
   */
  public ChangeCount changeCount(TableId table) {
    return rows.changeCount(load(table));
  }

  /**
   * The write streams that were created on a table and not forgotten, in order of creation.
   *
   * @throws ServiceException if there is no such table
   */
  public List<StreamSnapshot> writeStreams(TableId table) {
    return rows.streams().list(load(table));
  }

  /**
   * Applies all changes of a table to its base now, instead of waiting for the background.
   *
   * @throws ServiceException if there is no such table
   */
  public void applyChanges(TableId table) {
    rows.applyChanges(load(table));
  }

  private TableMetadata load(TableId table) {
    return catalog
        .findTable(table)
        .orElseThrow(() -> ServiceException.notFound("Not found: Table " + table.legacy()));
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    RuntimeException first = null;
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        if (first == null) {
          first = new IllegalStateException("Closing the local BigQuery failed", e);
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
