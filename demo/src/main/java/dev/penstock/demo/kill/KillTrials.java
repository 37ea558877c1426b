package dev.penstock.demo.kill;

import dev.penstock.demo.Verdict;
import dev.penstock.demo.load.LoadGenerator;
import dev.penstock.demo.load.LoadOptions;
import dev.penstock.demo.load.LoadTable;
import dev.penstock.demo.stack.Sink;
import dev.penstock.demo.stack.Source;
import dev.penstock.demo.stack.Stack;
import dev.penstock.demo.stack.StackException;
import dev.penstock.demo.stack.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Kills local BigQuery's JVM and the Connect worker's JVM in turn, as {@code kill -9} does, while
 * PostgreSQL changes and the broker stays. Offsets are committed only for acknowledged rows and are
 * not read again, so a lost acknowledged row shows as a difference. One owner thread.
 */
public final class KillTrials {
  private static final LoadTable BY_OFFSET = new LoadTable("kill_by_offset");
  private static final LoadTable BY_VERSION = new LoadTable("kill_by_version");
  private static final int ROWS = 1_000;
  private static final int CHANGES_PER_SECOND = 400;
  private static final int EARLIEST_KILL_MS = 300;
  private static final int LATEST_KILL_MS = 3_000;
  private static final Duration LOAD = Duration.ofSeconds(4);

  private final Stack stack;
  private final Random random;

  /** The process that a trial kills. */
  public enum Victim {
    LOCAL,
    WORKER
  }

  /**
   * What one trial led to.
   *
   * @param catchUp from the kill until every change was acknowledged, load included
   */
  public record Trial(int number, Victim victim, Duration catchUp, Verdict verdict) {}

  /**
   * Works on a stack that has not started.
   *
   * @param seed of the load and of the moments of the kills
   */
  public KillTrials(Stack stack, long seed) {
    this.stack = stack;
    this.random = new Random(seed);
  }

  /** Starts the stack and runs the trials one after another on the same tables. */
  public List<Trial> run(int trials, Consumer<Trial> consumer) {
    stack.start();
    List<LoadTable> tables = List.of(BY_OFFSET, BY_VERSION);
    List<String> names = tables.stream().map(LoadTable::name).toList();
    tables.forEach(table -> table.create(stack.postgres()));
    stack.broker().createTopics(names.stream().map(Source::topic).toList(), Sink.TASKS);
    stack.source().start(names);
    List<Sink> sinks =
        List.of(
            stack
                .sink("kill-by-offset", List.of(BY_OFFSET.name()), new Sink.Sequencing.Offset())
                .start(),
            stack
                .sink(
                    "kill-by-version",
                    List.of(BY_VERSION.name()),
                    new Sink.Sequencing.Column(LoadTable.VERSION))
                .start());
    List<LoadGenerator> loads = new ArrayList<>();
    for (LoadTable table : tables) {
      loads.add(
          new LoadGenerator(
              stack.postgres(),
              table,
              new LoadOptions(ROWS, CHANGES_PER_SECOND, LOAD, random.nextLong())));
    }
    List<Trial> done = new ArrayList<>();
    for (int number = 1; number <= trials; number++) {
      Trial trial = trial(number, loads, sinks, names);
      done.add(trial);
      consumer.accept(trial);
    }
    return done;
  }

  private Trial trial(
      int number, List<LoadGenerator> loads, List<Sink> sinks, List<String> tables) {
    Victim victim = number % 2 == 1 ? Victim.LOCAL : Victim.WORKER;
    ExecutorService writers = Executors.newFixedThreadPool(loads.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      loads.forEach(load -> running.add(writers.submit(load::run)));
      Wait.pause(Duration.ofMillis(random.nextInt(EARLIEST_KILL_MS, LATEST_KILL_MS)));
      long killed = System.nanoTime();
      kill(victim);
      running.forEach(KillTrials::join);
      stack.source().awaitCaughtUp();
      sinks.forEach(Sink::awaitCaughtUp);
      Duration catchUp = Duration.ofNanos(System.nanoTime() - killed);
      Verdict verdict = Verdict.of(stack.postgres(), stack.local().rest(), tables);
      return new Trial(number, victim, catchUp, verdict);
    } finally {
      writers.shutdownNow();
    }
  }

  private void kill(Victim victim) {
    switch (victim) {
      case LOCAL -> {
        stack.local().kill();
        stack.local().restart();
        stack.local().awaitReady();
      }
      case WORKER -> {
        stack.worker().kill();
        stack.worker().restart();
        stack.worker().awaitReady();
      }
    }
  }

  private static void join(Future<?> load) {
    try {
      load.get();
    } catch (ExecutionException e) {
      throw new StackException("The load ended early: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while the load ran", e);
    }
  }
}
