package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Query jobs: a few run at a time, the last thousand are remembered. Thread-safe. */
public final class Jobs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,1024}");
  private static final int MAX_JOBS = 1000;
  private static final long REQUEST_LIFE_MS = 15 * 60_000L;
  private static final int THREADS = 4;

  private static final long MAX_HELD_CELLS = 5_000_000;

  private record JobId(String project, String id) {}

  private record Held(Job job, long cells) {}

  private final Catalog catalog;
  private final DuckRowStore rows;
  private final SqlEngine sql;
  private final InstantSource clock;
  private final ExecutorService executor;
  private final Map<JobId, Job> jobs = new LinkedHashMap<>();
  private final Map<TableId, Job> anonymous = new LinkedHashMap<>();
  private final Queue<Held> held = new ArrayDeque<>();
  private long heldCells;

  private final Map<String, Job> requests =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Job> eldest) {
          return size() > MAX_JOBS;
        }
      };

  /** Jobs that query a catalog's tables. */
  public Jobs(Catalog catalog, DuckRowStore rows, SqlEngine sql, InstantSource clock) {
    this.catalog = catalog;
    this.rows = rows;
    this.sql = sql;
    this.clock = clock;
    this.executor =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "penstock-job");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts a job.
   *
   * @throws ServiceException 409 duplicate for an id that was used before, by a failed job too
   *     (RT-069, RT-071)
   */
  public Job submit(QuerySpec spec) {
    String project = spec.request().project();
    String id = spec.id() == null ? "job_" + UUID.randomUUID() : spec.id();
    if (!ID.matcher(id).matches()) {
      throw ServiceException.invalid(
          "Invalid job ID \"" + id + "\" (expected: 1 to 1024 letters, digits, _ and -)");
    }
    TableId results =
        spec.destination() == null
            ? new TableId(project, "_penstock_results", "anon_" + id)
            : spec.destination();
    Job job =
        new Job(
            project, id, spec.request().location(), spec.configuration(), results, clock.millis());
    remember(job, spec.destination() == null);
    try {
      executor.execute(() -> run(job, spec));
    } catch (RejectedExecutionException e) {
      throw ServiceException.backend(e);
    }
    return job;
  }

  /**
   * Starts a job, or finds the one that an earlier call with the same request id started (RT-129).
   */
  public Job submitOnce(String requestId, QuerySpec spec) {
    synchronized (requests) {
      Job earlier = requests.get(requestId);
      if (earlier != null && earlier.createdMillis() > clock.millis() - REQUEST_LIFE_MS) {
        return earlier;
      }
      Job job = submit(spec);
      requests.put(requestId, job);
      return job;
    }
  }

  private synchronized void remember(Job job, boolean hasAnonymousTable) {
    JobId key = new JobId(job.project(), job.id());
    if (jobs.containsKey(key)) {
      throw ServiceException.duplicate(
          "Already Exists: Job " + job.project() + ":" + job.location() + "." + job.id());
    }
    jobs.put(key, job);
    if (hasAnonymousTable) {
      anonymous.put(job.destination(), job);
    }
    if (jobs.size() > MAX_JOBS) {
      Job eldest = jobs.remove(jobs.keySet().iterator().next());
      if (eldest != null) {
        anonymous.remove(eldest.destination());
      }
    }
  }

  private void run(Job job, QuerySpec spec) {
    job.started(clock.millis());
    try {
      SqlResult result = sql.query(spec.request());
      TableId destination = spec.destination();
      if (destination != null && !result.schema().isEmpty()) {
        store(result, destination, spec);
      }
      job.succeeded(result, clock.millis());
      keepRows(job, result);
    } catch (ServiceException e) {
      job.failed(e, clock.millis());
    } catch (SQLException | RuntimeException | Error e) {
      LOG.warn("Query job {} failed", job.id(), e);
      job.failed(ServiceException.backend(e), clock.millis());
    }
  }

  /** Keeps the rows of the newest results, and lets go of older ones. */
  private synchronized void keepRows(Job job, SqlResult result) {
    long cells = (long) result.rows().size() * result.schema().size();
    if (cells == 0) {
      return;
    }
    held.add(new Held(job, cells));
    heldCells += cells;
    while (heldCells > MAX_HELD_CELLS && held.size() > 1) {
      Held oldest = held.remove();
      heldCells -= oldest.cells();
      oldest.job().expire();
    }
  }

  private void store(SqlResult result, TableId destination, QuerySpec spec) throws SQLException {
    Optional<TableMetadata> existing = catalog.findTable(destination);
    if (existing.isEmpty() && !spec.createIfNeeded()) {
      throw ServiceException.notFound("Not found: Table " + destination.legacy());
    }
    TableMetadata table =
        existing.isPresent()
            ? existing.get()
            : catalog.createTable(TableMetadata.draft(destination, result.schema()));
    if (!sameColumns(table.fields(), result.schema())) {
      throw ServiceException.notSupported(
          "a query destination with other columns than the result: " + destination);
    }
    boolean truncate = spec.writeDisposition().equals("WRITE_TRUNCATE");
    boolean empty = spec.writeDisposition().equals("WRITE_EMPTY");
    if (empty && existing.isPresent() && rows.size(table).rows() > 0) {
      throw ServiceException.duplicate("Already Exists: Table " + destination.legacy());
    }
    rows.insert(table, result.rows(), truncate);
  }

  private static boolean sameColumns(List<Field> table, List<Field> result) {
    if (table.size() != result.size()) {
      return false;
    }
    for (int i = 0; i < table.size(); i++) {
      Field column = table.get(i);
      Field given = result.get(i);
      if (!column.name().equalsIgnoreCase(given.name())
          || column.type() != given.type()
          || (column.mode() == Mode.REPEATED) != (given.mode() == Mode.REPEATED)
          || !sameColumns(column.fields(), given.fields())) {
        return false;
      }
    }
    return true;
  }

  /** Analyzes a query without keeping a job (RT-085). */
  public SqlResult dryRun(SqlRequest request) {
    return sql.query(request);
  }

  /**
   * Finds a job.
   *
   * @throws ServiceException 404 for an unknown one
   */
  public synchronized Job load(String project, String id, String location) {
    Job job = jobs.get(new JobId(project, id));
    if (job == null) {
      throw ServiceException.notFound("Not found: Job " + project + ":" + location + "." + id);
    }
    return job;
  }

  /** Finds the job whose result an anonymous table is. */
  public synchronized Optional<Job> findByResults(TableId table) {
    return Optional.ofNullable(anonymous.get(table));
  }

  /** The jobs of a project, the newest first. */
  public synchronized List<Job> list(String project) {
    List<Job> found =
        new ArrayList<>(
            jobs.values().stream().filter(job -> job.project().equals(project)).toList());
    Collections.reverse(found);
    return found;
  }

  @Override
  public void close() throws InterruptedException {
    executor.shutdownNow();
    if (!executor.awaitTermination(5, TimeUnit.SECONDS)) {
      LOG.warn("A query still runs; its thread is abandoned");
    }
  }
}
