package dev.penstock.kafka.task;

import dev.penstock.core.time.Time;
import dev.penstock.core.time.Wakeup;
import java.util.concurrent.TimeUnit;

/** A clock that goes forward only when it is slept on. One owner thread. */
final class ManualTime implements Time {
  private long nanos;

  @Override
  public long currentMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void sleep(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  public void await(Wakeup wakeup, long millis) {
    sleep(millis);
  }
}
