package dev.penstock.cli.report;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls a task at an interval on a thread of its own, until closed. Thread-safe. */
final class Ticker implements AutoCloseable {
  private final ScheduledExecutorService thread;

  Ticker(Duration interval, Runnable task) {
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            run -> {
              Thread made = new Thread(run, "penstock-progress");
              made.setDaemon(true);
              return made;
            });
    var unused =
        thread.scheduleAtFixedRate(
            task, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
