package dev.penstock.core.load.run;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.plan.CommitPlan;
import dev.penstock.core.load.plan.DestinationPlan;
import dev.penstock.core.load.plan.PlannedJob;
import dev.penstock.core.model.Destination;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what a commit that is done needs no more: temporary tables, then files. What cannot be
 * removed is told and left: the rows are stored. One owner thread.
 */
final class CommitCleanup {
  private static final Logger LOG = LoggerFactory.getLogger(CommitCleanup.class);

  private final CommitTables tables;
  private final StagedObjects objects;
  private final DestinationExecutor executor;
  private final List<String> leftovers = new CopyOnWriteArrayList<>();

  CommitCleanup(CommitTables tables, StagedObjects objects, DestinationExecutor executor) {
    this.tables = tables;
    this.objects = objects;
    this.executor = executor;
  }

  /**
   * Removes tables and files.
   *
   * @return what is left over
   * @throws IngestException INTERRUPTED; files are not touched before all tables were
   */
  List<String> clean(CommitPlan plan) {
    forEach(plan, this::drop);
    forEach(plan, this::deleteFiles);
    return List.copyOf(leftovers);
  }

  private void forEach(CommitPlan plan, Consumer<DestinationPlan> removal) {
    List<Runnable> actions =
        plan.destinations().stream().<Runnable>map(each -> () -> removal.accept(each)).toList();
    for (IngestException failure : executor.run(actions, true)) {
      if (failure != null) {
        throw failure;
      }
    }
  }

  private void deleteFiles(DestinationPlan plan) {
    for (PlannedJob.Load load : plan.loads()) {
      attempt("staged files of " + plan.destination(), () -> objects.delete(load.uris()));
    }
  }

  private void drop(DestinationPlan plan) {
    for (Destination table : plan.temporaryTables()) {
      attempt("temporary table " + table, () -> tables.drop(table));
    }
  }

  private void attempt(String what, Runnable removal) {
    try {
      removal.run();
    } catch (IngestException e) {
      if (e.code() == ErrorCode.INTERRUPTED) {
        throw e;
      }
      LOG.warn("The commit is done, but {} could not be removed: {}", what, e.getMessage());
      leftovers.add(what + ": " + e.getMessage());
    }
  }
}
