package dev.penstock.demo.stack;

import java.io.IOException;

/**
 * Ends a child JVM when its standard input ends, which the operating system closes when the parent
 * dies, however it dies. Thread-safe.
 */
final class ParentWatch {
  private ParentWatch() {}

  /** Starts watching on a daemon thread. */
  static void start() {
    Thread watch = new Thread(ParentWatch::watch, "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void watch() {
    try {
      while (System.in.read() >= 0) {
        // The parent never writes.
      }
    } catch (IOException e) {
      // A broken pipe means the same as its end.
    }
    Runtime.getRuntime().halt(0);
  }
}
