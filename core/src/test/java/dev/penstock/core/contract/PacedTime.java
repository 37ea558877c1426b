package dev.penstock.core.contract;

import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Wakeup;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock for waits on a server that answers in its own time: it moves when somebody waits, at once
 * and by at least {@link #STEP}, and lets the server work for a moment. Thread-safe.
 */
final class PacedTime implements Time {
  private static final Duration STEP = Duration.ofMillis(200);
  private static final long MOMENT_NANOS = 200_000;

  private final FakeTime time = new FakeTime();

  @Override
  public long currentMillis() {
    return time.currentMillis();
  }

  @Override
  public long nanos() {
    return time.nanos();
  }

  @Override
  public void sleep(long millis) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a wait of " + millis + " ms");
    }
    time.advance(Duration.ofMillis(Math.max(millis, STEP.toMillis())));
    LockSupport.parkNanos(MOMENT_NANOS);
  }

  @Override
  public void await(Wakeup wakeup, long millis) throws InterruptedException {
    sleep(Math.min(millis, STEP.toMillis()));
  }
}
