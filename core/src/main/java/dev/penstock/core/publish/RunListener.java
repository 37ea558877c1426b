package dev.penstock.core.publish;

import java.time.Duration;

/**
 * Watches a run. One owner thread, that of the run, which waits for it; an exception ends the run
 * as the failure of a step would.
 */
public interface RunListener {
  /** Watches nothing. */
  RunListener NONE = new RunListener() {};

  /** A step is about to begin. */
  default void begins(int index, Step step) {}

  /**
   * Rows went out since the last call; called every few thousand rows.
   *
   * @param bytesSoFar their encoded bytes
   */
  default void loaded(long rowsSoFar, long bytesSoFar) {}

  /** An earlier run of the same id had loaded the rows: nothing is written, no step begins. */
  default void alreadyLoaded(long rows) {}

  /** A step is done. */
  default void ended(int index, Step step, Duration took) {}
}
