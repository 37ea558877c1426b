package dev.penstock.flink.sink;

import java.io.Serial;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.functions.MapFunction;

/** Passes numbers on, and fails once at each of some random numbers. */
final class FailsAt implements MapFunction<Long, Long> {
  @Serial private static final long serialVersionUID = 1L;

  private static final Map<String, Set<Long>> DUE = new ConcurrentHashMap<>();

  private final String run;

  private FailsAt(String run) {
    this.run = run;
  }

  /**
   * Failures of a run.
   *
   * @param run a name that no other run has
   */
  static FailsAt random(String run, int failures, long seed, long max) {
    Set<Long> due = ConcurrentHashMap.newKeySet();
    new Random(seed).longs(1, max).distinct().limit(failures).forEach(due::add);
    DUE.put(run, due);
    return new FailsAt(run);
  }

  /** How many failures did not come yet. */
  static int remaining(String run) {
    return due(run).size();
  }

  private static Set<Long> due(String run) {
    return Objects.requireNonNull(DUE.get(run));
  }

  @Override
  public Long map(Long value) {
    if (due(run).remove(value)) {
      throw new IllegalStateException("planned failure at " + value);
    }
    return value;
  }
}
