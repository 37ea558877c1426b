package dev.penstock.flink.source;

import java.io.Serial;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.functions.MapFunction;

/** Passes numbers on, and fails once at each of some. */
final class FailsOnce implements MapFunction<Long, Long> {
  @Serial private static final long serialVersionUID = 1L;

  private static final Map<String, Set<Long>> DUE = new ConcurrentHashMap<>();

  private final String run;

  private FailsOnce(String run) {
    this.run = run;
  }

  /**
   * Failures of a run.
   *
   * @param run a name that no other run has
   */
  static FailsOnce at(String run, Long... numbers) {
    Set<Long> due = ConcurrentHashMap.newKeySet();
    due.addAll(Set.of(numbers));
    DUE.put(run, due);
    return new FailsOnce(run);
  }

  /** The failures that did not come yet. */
  static Set<Long> remaining(String run) {
    return Objects.requireNonNull(DUE.get(run));
  }

  @Override
  public Long map(Long value) {
    if (remaining(run).remove(value)) {
      throw new IllegalStateException("planned failure at " + value);
    }
    return value;
  }
}
