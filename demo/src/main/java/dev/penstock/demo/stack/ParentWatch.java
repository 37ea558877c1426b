package dev.penstock.demo.stack;

import java.io.IOException;

/**
 * Notices the death of the process that started this one: the operating system then closes this
 * one's standard input, however the other died. Thread-safe.
 */
public final class ParentWatch {
  private ParentWatch() {}

  /**
   * Starts watching on a daemon thread. The parent must never write.
   *
   * @param atEnd runs when the parent is gone
   */
  public static void start(Runnable atEnd) {
    Thread watch = new Thread(() -> watch(atEnd), "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void watch(Runnable atEnd) {
    try {
      while (System.in.read() >= 0) {
        // Nothing that is read means anything.
      }
    } catch (IOException e) {
      // A broken pipe means the same as its end.
    }
    atEnd.run();
  }
}
