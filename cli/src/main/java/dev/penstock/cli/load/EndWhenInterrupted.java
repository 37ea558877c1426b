package dev.penstock.cli.load;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.publish.RunListener;
import dev.penstock.core.publish.Step;
import java.time.Duration;

/**
 * Ends a run before its next step, or amid its rows, when its thread was interrupted. The interrupt
 * itself is taken, so that cleaning up can wait for the service. One owner thread.
 */
final class EndWhenInterrupted implements RunListener {
  private final RunListener watched;

  EndWhenInterrupted(RunListener watched) {
    this.watched = watched;
  }

  @Override
  public void begins(int index, Step step) {
    watched.begins(index, step);
    requireGoingOn();
  }

  @Override
  public void loaded(long rowsSoFar, long bytesSoFar) {
    watched.loaded(rowsSoFar, bytesSoFar);
    requireGoingOn();
  }

  @Override
  public void alreadyLoaded(long rows) {
    watched.alreadyLoaded(rows);
  }

  @Override
  public void ended(int index, Step step, Duration took) {
    watched.ended(index, step, took);
  }

  private static void requireGoingOn() {
    if (Thread.interrupted()) {
      throw new IngestException(
          ErrorCode.INTERRUPTED,
          "The run was interrupted and cleaned up after itself. Run it again when it suits.");
    }
  }
}
