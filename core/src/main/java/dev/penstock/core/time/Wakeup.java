package dev.penstock.core.time;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What lets other threads end the wait of one that has nothing to do. A call that comes before the
 * wait ends it at once, so none is missed; it may end a wait for nothing. Thread-safe; one thread
 * waits.
 */
public final class Wakeup {
  private volatile boolean called;
  private volatile @Nullable Thread waiting;

  /** Says that there is something to do. */
  public void call() {
    called = true;
    Thread thread = waiting;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** Waits for a call, at most so long. */
  void await(long millis) throws InterruptedException {
    long start = System.nanoTime();
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    waiting = Thread.currentThread();
    try {
      while (!called) {
        long left = nanos - (System.nanoTime() - start);
        if (left <= 0) {
          return;
        }
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while waiting to be called");
        }
        LockSupport.parkNanos(this, left);
      }
    } finally {
      waiting = null;
      called = false;
    }
  }
}
