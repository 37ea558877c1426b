package dev.penstock.demo.progress;

import dev.penstock.demo.stack.Backlog;
import dev.penstock.demo.stack.Wait;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a sample each second on its own thread, and on demand, until it is closed. Thread-safe. */
public final class Sampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Progress progress;
  private final Supplier<Backlog> backlog;
  private final Runnable tables;
  private final Thread thread = new Thread(this::sampleUntilClosed, "sampler");
  private volatile boolean closed;
  private Backlog last = new Backlog(0, 0);
  private double lastSeconds;

  /**
   * Does not sample yet.
   *
   * @param backlog reads where the sinks are
   * @param tables refreshes the tables that the page shows
   */
  public Sampler(Progress progress, Supplier<Backlog> backlog, Runnable tables) {
    this.progress = progress;
    this.backlog = backlog;
    this.tables = tables;
  }

  /** Starts sampling. */
  public Sampler start() {
    lastSeconds = progress.seconds();
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private void sampleUntilClosed() {
    while (!closed) {
      try {
        Wait.pause(INTERVAL);
        sample();
      } catch (RuntimeException e) {
        // While a process restarts there is no sample; the next one counts.
        LOG.debug("No sample this second", e);
      }
    }
  }

  /** Takes a sample now. */
  public synchronized void sample() {
    Backlog now = backlog.get();
    double seconds = progress.seconds();
    long rate =
        Math.round(
            (now.acknowledged() - last.acknowledged()) / Math.max(0.1, seconds - lastSeconds));
    progress.add(new Sample(seconds, Math.max(0, rate), now.lag(), now.acknowledged()));
    Phase phase = progress.current();
    if (phase == Phase.LOAD || phase == Phase.CATCH_UP) {
      progress.note(
          String.format(
              "%,7d rows/s  lag %,7d  acknowledged %,9d",
              Math.max(0, rate), now.lag(), now.acknowledged()));
    }
    last = now;
    lastSeconds = seconds;
    tables.run();
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
