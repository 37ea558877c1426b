package dev.penstock.kafka.task;

import dev.penstock.core.time.Time;
import dev.penstock.core.time.Wakeup;
import java.time.Duration;

/** The clock of this machine, which a test can put forward. One owner thread. */
final class LaterTime implements Time {
  private Duration later = Duration.ZERO;

  void putForward(Duration duration) {
    later = later.plus(duration);
  }

  @Override
  public long currentMillis() {
    return SYSTEM.currentMillis() + later.toMillis();
  }

  @Override
  public long nanos() {
    return SYSTEM.nanos() + later.toNanos();
  }

  @Override
  public void sleep(long millis) throws InterruptedException {
    SYSTEM.sleep(millis);
  }

  @Override
  public void await(Wakeup wakeup, long millis) throws InterruptedException {
    SYSTEM.await(wakeup, millis);
  }
}
