package dev.penstock.cli.load;

import dev.penstock.core.publish.RunListener;
import dev.penstock.core.publish.Step;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Stops a run for good at one boundary of its steps, so that a trial can kill the process there:
 * what users of {@code kill -9} and a failing machine do by chance. One owner thread.
 */
final class StopAt implements RunListener {
  /** Names the boundary: {@code begin:N}, {@code end:N} with steps from 0, or {@code rows}. */
  static final String VARIABLE = "PENSTOCK_STOP_AT";

  private final String boundary;
  private final RunListener watched;

  private StopAt(String boundary, RunListener watched) {
    this.boundary = boundary;
    this.watched = watched;
  }

  /** The listener itself, when the environment names no boundary. */
  static RunListener named(Map<String, String> environment, RunListener watched) {
    String boundary = environment.getOrDefault(VARIABLE, "");
    return boundary.isEmpty() ? watched : new StopAt(boundary, watched);
  }

  @Override
  public void begins(int index, Step next) {
    watched.begins(index, next);
    stopIf("begin:" + index);
  }

  @Override
  public void alreadyLoaded(long rows) {
    watched.alreadyLoaded(rows);
  }

  @Override
  public void loaded(long rowsSoFar, long bytesSoFar) {
    watched.loaded(rowsSoFar, bytesSoFar);
    stopIf("rows");
  }

  @Override
  public void ended(int index, Step done, Duration took) {
    watched.ended(index, done, took);
    stopIf("end:" + index);
  }

  private void stopIf(String here) {
    if (!here.equals(boundary)) {
      return;
    }
    System.err.println("stopped at " + here);
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
