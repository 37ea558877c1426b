package dev.penstock.core.load.run;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Works for several tables at once, each on a thread of a bounded pool; a single table is worked
 * for on the caller's thread until there is a pool. One owner thread, which waits for all.
 */
final class DestinationExecutor implements AutoCloseable {
  private final int threads;
  private final CommitGauges gauges;
  private final long drainMillis;
  private @Nullable ExecutorService pool;

  /**
   * An executor without a thread yet.
   *
   * @param drainMillis how long others may go on after an error of the machine
   */
  DestinationExecutor(int threads, CommitGauges gauges, long drainMillis) {
    this.threads = threads;
    this.gauges = gauges;
    this.drainMillis = drainMillis;
  }

  /** What ended: the number of an action, and why it failed. */
  private record End(int action, @Nullable Throwable failure) {}

  /**
   * Does all actions, or those that began before one failed.
   *
   * @param stops whether none begins after one failed
   * @return the failure of each action, in their order; null where it succeeded or never began
   * @throws Error what an action threw that no program can go on after
   */
  List<@Nullable IngestException> run(List<Runnable> actions, boolean stops) {
    gauges.queued(actions.size());
    int begun = 0;
    int ended = 0;
    List<@Nullable IngestException> failures = new ArrayList<>();
    actions.forEach(unused -> failures.add(null));
    try {
      if (actions.size() == 1 && pool == null) {
        begun++;
        note(failures, new End(0, failureOf(actions.get(0))));
        return failures;
      }
      BlockingQueue<End> ends = new LinkedBlockingQueue<>();
      boolean failed = false;
      while (ended < begun || (begun < actions.size() && !(failed && stops))) {
        if (begun < actions.size() && begun - ended < threads && !(failed && stops)) {
          begin(begun++, actions, ends);
        } else {
          End end = ends.take();
          ended++;
          failed |= end.failure() != null;
          note(failures, end);
        }
      }
      return failures;
    } catch (InterruptedException e) {
      drain();
      throw Waits.interrupted("The commit", e);
    } finally {
      gauges.queued(begun - actions.size());
    }
  }

  private void begin(int index, List<Runnable> actions, BlockingQueue<End> ends) {
    if (pool == null) {
      pool = Executors.newFixedThreadPool(threads, DestinationExecutor::daemon);
    }
    pool.execute(() -> ends.add(new End(index, failureOf(actions.get(index)))));
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "penstock-commit");
    thread.setDaemon(true);
    return thread;
  }

  private @Nullable Throwable failureOf(Runnable action) {
    gauges.began();
    try {
      action.run();
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    } finally {
      gauges.ended();
    }
  }

  private void note(List<@Nullable IngestException> failures, End end) {
    Throwable failure = end.failure();
    if (failure instanceof Error error) {
      drain();
      throw error;
    }
    if (failure instanceof IngestException known) {
      failures.set(end.action(), known);
    } else if (failure != null) {
      failures.set(
          end.action(),
          new IngestException(ErrorCode.INTERNAL, "The commit failed: " + failure + ".", failure));
    }
  }

  /** Interrupts what still runs, and waits a while for it. */
  private void drain() {
    ExecutorService running = pool;
    pool = null;
    if (running == null) {
      return;
    }
    running.shutdownNow();
    boolean interrupted = Thread.interrupted();
    try {
      boolean unused = running.awaitTermination(drainMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }
}
