package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Procedures;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.script.Scripts;
import dev.penstock.local.sql.Cancellation;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs of all kinds: a few run at a time, the last ten thousand are remembered, those that ended in
 * the database too. Thread-safe.
 */
public final class Jobs implements AutoCloseable {
  /** Where results lie that were given no destination. */
  static final String ANONYMOUS_DATASET = "_penstock_results";

  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,1024}");
  private static final int MAX_REQUESTS = 1000;
  private static final long REQUEST_LIFE_MS = 15 * 60_000L;
  private static final int THREADS = 4;
  private static final long DELETE_WAIT_MS = 10_000;

  /** Far more than a script of the service runs in its six hours. */
  private static final int MAX_SCRIPT_STATEMENTS = 10_000;

  private final Catalog catalog;
  private final DuckRowStore rows;
  private final SqlEngine sql;
  private final Scripts scripts;
  private final ObjectStore objects;
  private final Spool spool;
  private final InstantSource clock;
  private final ExecutorService executor;
  private final JobRegistry registry;
  private final JobFaults faults;
  private final JobLimits limits;
  private final QueryQuota queries;
  private final PriceLedger ledger;

  private final Map<String, Job> requests =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Job> eldest) {
          return size() > MAX_REQUESTS;
        }
      };

  /** What jobs work on. */
  public record Stores(
      Catalog catalog,
      DuckRowStore rows,
      SqlEngine sql,
      JobRegistry registry,
      ObjectStore objects,
      Spool spool,
      FaultPoint faults,
      PriceLedger ledger) {}

  private Jobs(Stores stores, InstantSource clock) {
    this.catalog = stores.catalog();
    this.rows = stores.rows();
    this.sql = stores.sql();
    this.registry = stores.registry();
    this.objects = stores.objects();
    this.spool = stores.spool();
    this.faults = new JobFaults(stores.faults(), objects);
    this.limits = new JobLimits(stores.faults());
    this.queries = new QueryQuota(stores.faults());
    this.ledger = stores.ledger();
    this.scripts = new Scripts(sql, new Procedures(catalog, rows::open), MAX_SCRIPT_STATEMENTS);
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

  /** Jobs with those that the database remembers. */
  public static Jobs open(Stores stores, InstantSource clock) throws SQLException {
    Jobs jobs = new Jobs(stores, clock);
    try (Connection connection = stores.rows().open()) {
      JobRecords.prepare(connection);
      for (StoredJob stored : JobRecords.load(connection)) {
        jobs.forget(jobs.registry.add(Job.restored(stored), false));
      }
    }
    return jobs;
  }

  /**
   * Starts a job.
   *
   * @throws ServiceException 409 duplicate for an id that was used before, by a failed job too
   *     (RT-069, RT-071)
   */
  public Job submit(JobSpec spec) {
    JobHeader header = spec.header();
    String id = header.id() == null ? "job_" + UUID.randomUUID() : header.id();
    if (!ID.matcher(id).matches()) {
      throw ServiceException.invalid(
          "Invalid job ID \"" + id + "\" (expected: 1 to 1024 letters, digits, _ and -)");
    }
    TableId destination = destination(spec);
    TableId results =
        destination == null
            ? new TableId(header.project(), ANONYMOUS_DATASET, "anon_" + id)
            : destination;
    Job job =
        new Job(
            header.project(),
            id,
            header.location(),
            header.configuration(),
            results,
            clock.millis(),
            null);
    Runnable begun = queries.queue(spec);
    try {
      forget(registry.add(job, destination == null));
    } catch (ServiceException e) {
      begun.run();
      throw e;
    }
    try {
      executor.execute(
          () -> {
            begun.run();
            run(job, faults.around(job, spec, destination, work(job, spec)));
          });
    } catch (RejectedExecutionException e) {
      throw ServiceException.backend(e);
    }
    return job;
  }

  private static @Nullable TableId destination(JobSpec spec) {
    if (spec instanceof LoadSpec load) {
      return load.target().table();
    }
    if (spec instanceof CopySpec copy) {
      return copy.target().table();
    }
    if (spec instanceof QuerySpec query) {
      return query.target() == null ? null : query.target().table();
    }
    throw new AssertionError(spec);
  }

  private JobRun work(Job job, JobSpec spec) {
    if (spec instanceof LoadSpec load) {
      return new LoadRun(catalog, rows, objects, spool, clock, load, limits);
    }
    if (spec instanceof CopySpec copy) {
      return new CopyRun(catalog, rows, clock, copy, limits);
    }
    if (spec instanceof QuerySpec query) {
      QuerySpec endable =
          new QuerySpec(
              query.header(),
              query.request().with(job.cancellation()),
              query.target(),
              query.layout());
      QueryRun run = new QueryRun(catalog, rows, sql, endable, limits);
      return new ScriptRun(
          scripts, new ScriptJobs(job, clock, this::runChild), endable, run, queries);
    }
    throw new AssertionError(spec);
  }

  /**
   * Starts a job, or finds the one that an earlier call with the same request id started (RT-129).
   */
  public Job submitOnce(String requestId, JobSpec spec) {
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

  private void runChild(Job job, JobRun work) {
    forget(registry.add(job, true));
    run(job, work);
  }

  /**
   * Forgets a job once it has ended, with those of its script; its effect stays (RT-078).
   *
   * @throws ServiceException 400 for a job that does not end within seconds
   */
  public void delete(Job job) {
    if (!job.await(DELETE_WAIT_MS)) {
      throw ServiceException.invalid(
          "Job " + job.id() + " cannot be deleted: it is " + job.state() + ". Cancel it first.");
    }
    registry.remove(job).forEach(this::forget);
  }

  /** Ends a job that has not committed yet, without an effect (RT-076). */
  public void cancel(Job job) {
    try {
      job.cancellation().cancel();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private void forget(@Nullable Job job) {
    if (job != null) {
      record(connection -> JobRecords.delete(connection, job));
    }
  }

  private void run(Job job, JobRun work) {
    job.started(clock.millis());
    JobEnd end = new JobEnd(job, clock);
    try {
      end.check();
      JobOutcome outcome = work.run(end);
      if (!end.isWritten()) {
        record(connection -> end.write(connection, outcome));
      }
      ledger.add(job, outcome);
      job.succeeded(outcome, end.endedMillis());
      SqlResult result = job.result();
      if (result != null) {
        registry.keepRows(job, (long) result.rows().size() * result.schema().size());
      }
    } catch (JobFailure e) {
      fail(job, e);
    } catch (ServiceException e) {
      fail(job, new JobFailure(e, List.of()));
    } catch (SQLException | IOException | RuntimeException | Error e) {
      if (job.cancellation().isCancelled()) {
        fail(job, new JobFailure(Cancellation.stopped(), List.of()));
        return;
      }
      LOG.warn("Job {} failed", job.id(), e);
      fail(job, new JobFailure(ServiceException.backend(e), List.of()));
    }
  }

  private void fail(Job job, JobFailure failure) {
    long now = clock.millis();
    try {
      record(connection -> JobRecords.insert(connection, StoredJob.failed(job, failure, now)));
    } catch (ServiceException e) {
      LOG.warn("The failure of job {} cannot be written", job.id(), e);
    }
    job.failed(failure, now);
  }

  private interface Entry {
    void write(Connection connection) throws SQLException;
  }

  private void record(Entry entry) {
    try (Connection connection = rows.open()) {
      entry.write(connection);
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  /** Analyzes a query without keeping a job (RT-085). */
  public SqlResult dryRun(SqlRequest request) {
    return scripts.isScript(request.sql()) ? scripts.dryRun(request.sql()) : sql.query(request);
  }

  /**
   * A view with the columns of its query.
   *
   * @throws ServiceException when the query is refused
   */
  public TableMetadata withViewColumns(TableMetadata view) {
    return sql.withViewColumns(view);
  }

  /**
   * Finds a job.
   *
   * @throws ServiceException 404 for an unknown one
   */
  public Job load(String project, String id, String location) {
    Job job = registry.find(project, location, id);
    if (job == null) {
      throw ServiceException.notFound("Not found: Job " + project + ":" + location + "." + id);
    }
    return job;
  }

  /** Finds the job whose result an anonymous table is. */
  public Optional<Job> findByResults(TableId table) {
    return registry.findByResults(table);
  }

  /** The jobs of a project, the newest first. */
  public List<Job> list(String project) {
    return registry.list(project);
  }

  /**
   * Where a query runs: where the first dataset is that its text names, else in the US.
   *
   * @param others datasets that it also uses: where its result goes, or where bare names are
   */
  public String location(String project, String sql, List<String> others) {
    List<DatasetMetadata> elsewhere =
        catalog.listDatasets(project).stream()
            .filter(dataset -> !dataset.location().equalsIgnoreCase("US"))
            .toList();
    for (DatasetMetadata dataset : elsewhere) {
      String name = Pattern.quote(dataset.dataset());
      boolean isNamed = Pattern.compile("(^|[^A-Za-z0-9_])" + name + "`?\\.").matcher(sql).find();
      if (isNamed || others.contains(dataset.dataset())) {
        return dataset.location();
      }
    }
    return "US";
  }

  /**
   * Where a job on a table runs: where its dataset is (RT-075).
   *
   * @param wished the location that the client names; null for none
   * @throws ServiceException 404 for an absent dataset, or one that is somewhere else
   */
  public String location(TableId table, @Nullable String wished) {
    return catalog
        .findDataset(table.project(), table.dataset())
        .map(dataset -> dataset.location())
        .filter(location -> wished == null || wished.equalsIgnoreCase(location))
        .orElseThrow(
            () ->
                ServiceException.notFound(
                    "Not found: Dataset " + table.project() + ":" + table.dataset()));
  }

  @Override
  public void close() throws InterruptedException {
    executor.shutdownNow();
    if (!executor.awaitTermination(5, TimeUnit.SECONDS)) {
      LOG.warn("A job still runs; its thread is abandoned");
    }
  }
}
