package dev.penstock.demo;

import dev.penstock.demo.load.LoadGenerator;
import dev.penstock.demo.load.LoadOptions;
import dev.penstock.demo.load.LoadTable;
import dev.penstock.demo.progress.Progress;
import dev.penstock.demo.stack.Sink;
import dev.penstock.demo.stack.Stack;
import dev.penstock.demo.stack.StackException;
import dev.penstock.demo.stack.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Random changes on all load tables at once while the sinks are disturbed: a task restarts, later
 * each sink is stopped, moved back to earlier offsets and started again. One owner thread.
 */
final class LoadPhase {
  private static final double RESTART_AT = 0.35;
  private static final double REWIND_AT = 0.65;
  private static final double REWIND_SHARE = 0.4;

  private final Stack stack;
  private final Progress progress;
  private final DemoOptions options;

  LoadPhase(Stack stack, Progress progress, DemoOptions options) {
    this.stack = stack;
    this.progress = progress;
    this.options = options;
  }

  void run(List<LoadTable> tables, List<Sink> sinks) {
    ExecutorService writers = Executors.newFixedThreadPool(tables.size());
    try {
      List<LoadGenerator> generators = new ArrayList<>();
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < tables.size(); i++) {
        LoadGenerator generator =
            new LoadGenerator(stack.postgres(), tables.get(i), share(tables.size(), i));
        generators.add(generator);
        running.add(writers.submit(generator::run));
      }
      disturb(sinks);
      for (Future<?> future : running) {
        join(future);
      }
      long changes = generators.stream().mapToLong(LoadGenerator::changes).sum();
      long filled = (long) tables.size() * ceilDiv(options.rows(), tables.size());
      progress.note(
          String.format(
              "filled the load tables with %,d rows, then committed %,d changes; they have %,d"
                  + " rows now",
              filled, changes - filled, generators.stream().mapToLong(LoadGenerator::rows).sum()));
    } finally {
      writers.shutdownNow();
    }
  }

  private LoadOptions share(int tables, int index) {
    return new LoadOptions(
        ceilDiv(options.rows(), tables),
        ceilDiv(options.changesPerSecond(), tables),
        options.duration(),
        index);
  }

  private static int ceilDiv(int amount, int parts) {
    return (amount + parts - 1) / parts;
  }

  private void disturb(List<Sink> sinks) {
    long start = System.nanoTime();
    pauseUntil(start, RESTART_AT);
    for (Sink sink : sinks) {
      sink.restartTask(1);
      progress.note("restarted task 1 of " + sink.name());
    }
    pauseUntil(start, REWIND_AT);
    for (Sink sink : sinks) {
      progress.note("stopping " + sink.name() + " to move it back to earlier offsets");
      progress.note(
          String.format("%s reads %,d records again", sink.name(), sink.rewind(REWIND_SHARE)));
    }
  }

  private void pauseUntil(long start, double share) {
    long due = start + (long) (options.duration().toNanos() * share);
    long left = due - System.nanoTime();
    if (left > 0) {
      Wait.pause(Duration.ofNanos(left));
    }
  }

  private static void join(Future<?> future) {
    try {
      future.get();
    } catch (ExecutionException e) {
      throw new StackException("The load ended early: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while the load ran", e);
    }
  }
}
