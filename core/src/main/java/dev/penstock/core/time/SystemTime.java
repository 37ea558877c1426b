package dev.penstock.core.time;

/** The clock of this machine. Immutable. */
final class SystemTime implements Time {
  @Override
  public long currentMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void sleep(long millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  @Override
  public void await(Wakeup wakeup, long millis) throws InterruptedException {
    wakeup.await(millis);
  }
}
