package dev.penstock.flink.sink;

import dev.penstock.flink.BigQueryFailure;
import dev.penstock.flink.FailureHandler;
import java.io.Serial;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A failure handler that drops, and remembers why. */
record Seen(String run) implements FailureHandler<BigQueryFailure> {
  @Serial private static final long serialVersionUID = 1L;

  private static final Map<String, List<BigQueryFailure>> FAILURES = new ConcurrentHashMap<>();

  /** The handler of a run with a name that no other run has. */
  static Seen as(String run) {
    FAILURES.put(run, new CopyOnWriteArrayList<>());
    return new Seen(run);
  }

  static List<BigQueryFailure> failures(String run) {
    return Objects.requireNonNull(FAILURES.get(run));
  }

  static List<String> reasons(String run) {
    return failures(run).stream()
        .map(failure -> failure.describeDestination() + ": " + failure.getReason())
        .toList();
  }

  @Override
  public void handle(BigQueryFailure failure) {
    failures(run).add(failure);
  }
}
