package dev.penstock.demo.stack;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Bounded waiting for a state of another process. Thread-safe. */
public final class Wait {
  private static final long FIRST_PAUSE_MS = 5;
  private static final long LONGEST_PAUSE_MS = 100;

  private Wait() {}

  /**
   * Polls until the condition holds.
   *
   * @param what the awaited state, in the present tense, as the message of the failure names it
   * @throws StackException when the bound passes first
   */
  public static void until(String what, Duration bound, BooleanSupplier condition) {
    long deadline = System.nanoTime() + bound.toNanos();
    long pause = FIRST_PAUSE_MS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new StackException("Waited " + bound.toSeconds() + " s in vain until " + what + ".");
      }
      pause(Duration.ofMillis(pause));
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
    }
  }

  /** Sleeps; an interrupt ends the run. */
  public static void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while waiting", e);
    }
  }
}
