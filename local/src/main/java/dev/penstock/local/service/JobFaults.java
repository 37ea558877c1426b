package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.service.FaultPoint.Effect;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Lets jobs that run meet scripted faults. Thread-safe. */
final class JobFaults {
  private static final long LOOK_NANOS = 20_000_000;

  private final FaultPoint faults;
  private final ObjectStore objects;

  JobFaults(FaultPoint faults, ObjectStore objects) {
    this.faults = faults;
    this.objects = objects;
  }

  /** The work of a job, or what a fault makes of it. */
  JobRun around(Job job, JobSpec spec, @Nullable TableId destination, JobRun work) {
    return end -> {
      Effect effect = faults.meet(method(spec), destination).orElse(null);
      if (effect != null) {
        meet(effect, spec, destination, end);
      }
      JobOutcome outcome = work.run(end);
      boolean expires = effect != null && effect.kind() == FaultPoint.Kind.EXPIRE_RESULT;
      return expires ? expired(job, outcome) : outcome;
    };
  }

  private static String method(JobSpec spec) {
    if (spec instanceof LoadSpec) {
      return "job.load";
    }
    return spec instanceof CopySpec ? "job.copy" : "job.query";
  }

  private void meet(Effect effect, JobSpec spec, @Nullable TableId destination, JobEnd end)
      throws IOException {
    switch (effect.kind()) {
      case FAIL, END_CALL -> throw effect.failure();
      case DENY ->
          throw effect.denial(
              destination == null
                  ? "Project " + spec.header().project()
                  : "Table " + destination.legacy());
      case DELAY -> effect.sleep();
      case HANG -> hang(end);
      case DELETE_SOURCE -> deleteSource(spec);
      case EXPIRE_RESULT -> {}
      case CUT_BEFORE, CUT_AFTER, HANG_AFTER, FINALIZE_STREAM, DROP_STREAM, RESET ->
          throw new AssertionError(effect);
    }
  }

  /** Runs until the job is cancelled or the server is closed. */
  private static void hang(JobEnd end) {
    while (!Thread.currentThread().isInterrupted()) {
      end.check();
      LockSupport.parkNanos(LOOK_NANOS);
    }
    throw new ServiceException(503, "backendError", "The server is closed");
  }

  private void deleteSource(JobSpec spec) throws IOException {
    if (spec instanceof LoadSpec load && load.source() instanceof LoadSource.Objects staged) {
      LoadFiles.deleteFirst(staged, objects);
    }
  }

  private static JobOutcome expired(Job job, JobOutcome outcome) {
    job.expire();
    return outcome instanceof JobOutcome.Query query
        ? new JobOutcome.Query(query.result().withoutRows())
        : outcome;
  }
}
