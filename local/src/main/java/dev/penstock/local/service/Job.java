package dev.penstock.local.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.Cancellation;
import dev.penstock.local.sql.SqlResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A job of any kind. Thread-safe. */
public final class Job {
  /** How far a job is (RT-072). */
  public enum State {
    PENDING,
    RUNNING,
    DONE
  }

  private final String project;
  private final String id;
  private final String location;
  private final ObjectNode configuration;
  private final @Nullable TableId destination;
  private final long createdMillis;
  private final @Nullable JobParent parent;
  private final AtomicInteger children = new AtomicInteger();
  private final Cancellation cancellation = new Cancellation();
  private final CompletableFuture<JobOutcome> outcome = new CompletableFuture<>();
  private volatile long startedMillis;
  private volatile long endedMillis;
  private volatile boolean expired;

  Job(
      String project,
      String id,
      String location,
      ObjectNode configuration,
      @Nullable TableId destination,
      long createdMillis,
      @Nullable JobParent parent) {
    this.project = project;
    this.id = id;
    this.location = location;
    this.configuration = configuration;
    this.destination = destination;
    this.createdMillis = createdMillis;
    this.parent = parent;
  }

  /** A job that an earlier process ended; the rows of a query are gone. */
  static Job restored(StoredJob stored) {
    Job job =
        new Job(
            stored.project(),
            stored.id(),
            stored.location(),
            stored.configuration(),
            stored.destination(),
            stored.createdMillis(),
            stored.parent());
    job.children.set(stored.children());
    job.started(stored.startedMillis());
    JobOutcome done = stored.outcome();
    if (done != null) {
      job.succeeded(done, stored.endedMillis());
      job.expired = done instanceof JobOutcome.Query query && !query.result().schema().isEmpty();
    } else if (stored.failure() != null) {
      job.failed(new JobFailure(stored.failure().error(), stored.details()), stored.endedMillis());
    }
    return job;
  }

  void started(long nowMillis) {
    startedMillis = nowMillis;
  }

  void succeeded(JobOutcome done, long nowMillis) {
    endedMillis = nowMillis;
    outcome.complete(done);
  }

  void failed(JobFailure failure, long nowMillis) {
    endedMillis = nowMillis;
    outcome.completeExceptionally(failure);
  }

  /** By which it may be ended while it runs. */
  Cancellation cancellation() {
    return cancellation;
  }

  /** Lets go of its rows. */
  void expire() {
    expired = true;
    SqlResult result = result();
    if (result != null) {
      outcome.obtrudeValue(new JobOutcome.Query(result.withoutRows()));
    }
  }

  /** Whether its rows are gone, as those of an anonymous table are after its life (RT-136). */
  public boolean isExpired() {
    return expired;
  }

  /** The project it runs in. */
  public String project() {
    return project;
  }

  /** Its id. */
  public String id() {
    return id;
  }

  /** Where it runs. */
  public String location() {
    return location;
  }

  /** Its configuration as the client gave it. */
  public ObjectNode configuration() {
    return configuration.deepCopy();
  }

  /**
   * The table that its rows can be read from; of a query an anonymous one when none was asked for.
   */
  public @Nullable TableId destination() {
    return destination;
  }

  /** The script that it is a statement of; null for none. */
  public @Nullable JobParent parent() {
    return parent;
  }

  /** How many jobs its statements made, when it is a script. */
  public int children() {
    return children.get();
  }

  /** Counts one more statement; from 0. */
  int nextChild() {
    return children.getAndIncrement();
  }

  /** When it was created. */
  public long createdMillis() {
    return createdMillis;
  }

  /** When it was started; 0 before. */
  public long startedMillis() {
    return startedMillis;
  }

  /** When it ended; 0 before. */
  public long endedMillis() {
    return endedMillis;
  }

  /** How far it is. */
  public State state() {
    if (outcome.isDone()) {
      return State.DONE;
    }
    return startedMillis == 0 ? State.PENDING : State.RUNNING;
  }

  /** Waits for its end, at most as long as given; whether it has ended. */
  public boolean await(long timeoutMillis) {
    try {
      var unused = outcome.get(timeoutMillis, TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Its error; empty while it runs and when it succeeded. */
  public Optional<ServiceException> error() {
    return failure().map(JobFailure::error);
  }

  /** What stands in errors[] besides its error: details of a failure, warnings of a success. */
  public List<JobError> details() {
    JobOutcome done = outcome();
    return done instanceof JobOutcome.Load load
        ? load.warnings()
        : failure().map(JobFailure::details).orElse(List.of());
  }

  private Optional<JobFailure> failure() {
    if (!outcome.isCompletedExceptionally()) {
      return Optional.empty();
    }
    try {
      var unused = outcome.join();
      return Optional.empty();
    } catch (CompletionException e) {
      return Optional.of(
          e.getCause() instanceof JobFailure failure
              ? failure
              : new JobFailure(ServiceException.backend(e), List.of()));
    }
  }

  /** What it did; null while it runs and when it failed. */
  public @Nullable JobOutcome outcome() {
    return outcome.isDone() && !outcome.isCompletedExceptionally() ? outcome.join() : null;
  }

  /** The result of a query; null while it runs, when it failed, and for other jobs. */
  public @Nullable SqlResult result() {
    return outcome() instanceof JobOutcome.Query query ? query.result() : null;
  }
}
