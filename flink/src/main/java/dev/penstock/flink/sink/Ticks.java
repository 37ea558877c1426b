package dev.penstock.flink.sink;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a feed while no record comes: answers, retries, and the flush of jobs without
 * checkpoints. Runs on the task's thread.
 */
final class Ticks {
  private static final long INTERVAL_MILLIS = 100;

  private final ProcessingTimeService timers;
  private final RecordFeed<?> feed;
  private final long intervalMillis;
  private final boolean flushes;
  private @Nullable ScheduledFuture<?> timer;
  private boolean stopped;

  private Ticks(
      ProcessingTimeService timers, RecordFeed<?> feed, long intervalMillis, boolean flushes) {
    this.timers = timers;
    this.feed = feed;
    this.intervalMillis = intervalMillis;
    this.flushes = flushes;
  }

  /**
   * Starts.
   *
   * @param flushInterval how often rows are sent and waited for; null for never
   */
  static Ticks start(
      ProcessingTimeService timers, RecordFeed<?> feed, @Nullable Duration flushInterval) {
    Ticks ticks =
        new Ticks(
            timers,
            feed,
            flushInterval == null ? INTERVAL_MILLIS : flushInterval.toMillis(),
            flushInterval != null);
    ticks.next();
    return ticks;
  }

  private void next() {
    timer = timers.registerTimer(timers.getCurrentProcessingTime() + intervalMillis, this::tick);
  }

  private void tick(long time) throws Exception {
    if (stopped) {
      return;
    }
    if (flushes) {
      feed.flush();
      feed.evictIdle();
    } else {
      feed.drain();
    }
    next();
  }

  void stop() {
    stopped = true;
    if (timer != null) {
      timer.cancel(false);
    }
  }
}
