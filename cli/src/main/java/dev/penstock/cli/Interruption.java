package dev.penstock.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and {@code kill} into an interrupt of the thread that runs the command, and gives it
 * time to clean up before the process is gone. One owner thread.
 */
final class Interruption implements AutoCloseable {
  private static final int CLEAN_UP_SECONDS = 90;

  private final CountDownLatch done = new CountDownLatch(1);

  private Interruption() {}

  /** Interrupts the calling thread, until closed. */
  static Interruption ofThisThread() {
    Interruption interruption = new Interruption();
    Thread owner = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> interruption.interrupt(owner), "interrupt-command"));
    return interruption;
  }

  private void interrupt(Thread owner) {
    if (done.getCount() == 0) {
      return;
    }
    owner.interrupt();
    try {
      if (!done.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("penstock: cleaning up took too long and was given up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
  }
}
