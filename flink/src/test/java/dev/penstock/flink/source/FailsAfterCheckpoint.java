package dev.penstock.flink.source;

import java.io.Serial;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/** Passes values on, and fails some times, each time right after a checkpoint was completed. */
final class FailsAfterCheckpoint<T> implements MapFunction<T, T>, CheckpointListener {
  @Serial private static final long serialVersionUID = 1L;

  private static final Map<String, AtomicInteger> DUE = new ConcurrentHashMap<>();

  private final String run;
  private boolean completed;
  private long passed;

  private FailsAfterCheckpoint(String run) {
    this.run = run;
  }

  /**
   * Failures of a run.
   *
   * @param run a name that no other run has
   */
  static <T> FailsAfterCheckpoint<T> times(String run, int failures) {
    DUE.put(run, new AtomicInteger(failures));
    return new FailsAfterCheckpoint<>(run);
  }

  /** How many failures did not come yet. */
  static int remaining(String run) {
    return due(run).get();
  }

  private static AtomicInteger due(String run) {
    return Objects.requireNonNull(DUE.get(run));
  }

  @Override
  public T map(T value) {
    passed++;
    if (completed && passed > 100 && due(run).getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IllegalStateException("planned failure");
    }
    return value;
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    completed = true;
  }
}
