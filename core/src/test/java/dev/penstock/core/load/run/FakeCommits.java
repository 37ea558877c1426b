package dev.penstock.core.load.run;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.CopyJob;
import dev.penstock.core.job.FileFormat;
import dev.penstock.core.job.JobIds;
import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.JobSpec;
import dev.penstock.core.job.JobTarget;
import dev.penstock.core.job.LoadFilesJob;
import dev.penstock.core.job.QueryJob;
import dev.penstock.core.job.SubmittedJob;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.load.plan.CommitLimits;
import dev.penstock.core.load.plan.CommitPlan;
import dev.penstock.core.load.plan.CommitPlanner;
import dev.penstock.core.load.plan.CommitRequest;
import dev.penstock.core.load.plan.StagedGroup;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tables, files and jobs as a service would keep them: a job is done when it is submitted, an id is
 * taken for ever, and one that failed makes room for the same with a number. Each step tells a
 * script, which may throw. Thread-safe.
 */
final class FakeCommits implements JobPort, CommitTables, StagedObjects {
  static final CommitLimits SMALL = new CommitLimits(2, 1_000, 2, 1_000, 1_000, 5, 2);
  private static final TableSchema SCHEMA =
      new TableSchema(List.of(Column.nullable("id", ColumnType.INT64)));

  private final Map<Destination, List<String>> tables = new HashMap<>();
  private final Map<String, JobSpec> jobs = new LinkedHashMap<>();
  private final Map<String, IngestException> failed = new HashMap<>();
  private final Set<String> deleted = new HashSet<>();
  private final List<String> steps = new ArrayList<>();
  private Consumer<String> script = step -> {};
  private Set<String> failing = Set.of();

  static Destination table(String name) {
    return new Destination("p", "d", name);
  }

  static StagedGroup files(String table, int count) {
    return new StagedGroup(
        table(table), FileFormat.AVRO, count, file -> "gs://b/" + table + "/" + file, file -> 10);
  }

  static CommitPlan plan(WriteDisposition disposition, StagedGroup... groups) {
    return CommitPlanner.plan(
        new CommitRequest("run_1", List.of(groups), disposition, null), SMALL);
  }

  /** What is told each step, before and after it is done. */
  synchronized void script(Consumer<String> told) {
    script = told;
  }

  /** The jobs into these tables fail. */
  synchronized void fail(String... names) {
    failing = Set.of(names);
  }

  synchronized List<String> steps() {
    return List.copyOf(steps);
  }

  synchronized List<String> rows(String table) {
    return List.copyOf(tables.getOrDefault(table(table), List.of()));
  }

  synchronized List<String> tables() {
    return tables.keySet().stream().map(Destination::table).sorted().toList();
  }

  synchronized Set<String> deleted() {
    return Set.copyOf(deleted);
  }

  synchronized List<JobSpec> jobs() {
    return List.copyOf(jobs.values());
  }

  private void tell(String step) {
    Consumer<String> told;
    synchronized (this) {
      steps.add(step);
      told = script;
    }
    told.accept(step);
  }

  @Override
  public CommitTarget prepare(Destination destination) {
    tell("prepare " + destination.table());
    synchronized (this) {
      tables.putIfAbsent(destination, new ArrayList<>());
    }
    return new CommitTarget(SCHEMA, null, List.of(), Set.of(), "EU");
  }

  @Override
  public SubmittedJob submit(JobSpec job) {
    String what = "submit " + targetOf(job).table().table();
    tell(what);
    SubmittedJob submitted = started(job);
    tell("done " + what);
    return submitted;
  }

  private synchronized SubmittedJob started(JobSpec job) {
    int attempt = 1;
    String id = job.jobId();
    while (failed.containsKey(id)) {
      id = JobIds.attempt(job.jobId(), ++attempt);
    }
    if (jobs.putIfAbsent(id, job) == null) {
      try {
        carryOut(job);
      } catch (IngestException e) {
        failed.put(id, e);
      }
    }
    return new SubmittedJob(id, job.location());
  }

  private void carryOut(JobSpec job) {
    JobTarget target = targetOf(job);
    if (failing.contains(target.table().table())) {
      throw new IngestException(ErrorCode.REQUEST_INVALID, "no " + target.table().table());
    }
    List<String> rows = new ArrayList<>();
    if (job instanceof LoadFilesJob load) {
      load.uris().forEach(uri -> rows.add(held(uri)));
    } else if (job instanceof CopyJob copy) {
      copy.sources().forEach(source -> rows.addAll(held(source)));
    } else if (job instanceof QueryJob query) {
      String name = query.sql().substring(query.sql().lastIndexOf('.') + 1).replace("`", "");
      rows.addAll(held(table(name)));
    }
    List<String> before =
        target.creates()
            ? tables.computeIfAbsent(target.table(), unused -> new ArrayList<>())
            : held(target.table());
    if (target.disposition().replaces()) {
      before.clear();
    } else if (target.disposition() == WriteDisposition.EMPTY && !before.isEmpty()) {
      throw new IngestException(ErrorCode.ALREADY_EXISTS, target.table() + " holds rows");
    }
    before.addAll(rows);
  }

  private String held(String uri) {
    if (deleted.contains(uri)) {
      throw new IngestException(ErrorCode.TABLE_NOT_FOUND, uri + " is gone");
    }
    return uri;
  }

  private List<String> held(Destination table) {
    List<String> rows = tables.get(table);
    if (rows == null) {
      throw new IngestException(ErrorCode.TABLE_NOT_FOUND, table + " does not exist");
    }
    return rows;
  }

  private static JobTarget targetOf(JobSpec job) {
    if (job instanceof LoadFilesJob load) {
      return load.target();
    }
    if (job instanceof CopyJob copy) {
      return copy.target();
    }
    return Objects.requireNonNull(((QueryJob) job).target());
  }

  @Override
  public JobOutcome await(SubmittedJob submitted, Duration timeout) {
    JobSpec job;
    synchronized (this) {
      job = Objects.requireNonNull(jobs.get(submitted.jobId()));
    }
    tell("await " + targetOf(job).table().table());
    synchronized (this) {
      IngestException failure = failed.get(submitted.jobId());
      if (failure != null) {
        throw new IngestException(failure.code(), String.valueOf(failure.getMessage()));
      }
    }
    long rows = job instanceof LoadFilesJob load ? load.uris().size() : 0;
    return new JobOutcome(submitted.jobId(), "EU", Map.of(), rows, 0, 0, 0, 0, 0, 0, Duration.ZERO);
  }

  @Override
  public void drop(Destination table) {
    tell("drop " + table.table());
    synchronized (this) {
      tables.remove(table);
    }
  }

  @Override
  public void delete(List<String> uris) {
    tell("delete " + uris.size());
    synchronized (this) {
      deleted.addAll(uris);
    }
  }
}
