package dev.penstock.local;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Faults that calls of this server meet, for tests. Thread-safe. A rule matches a method (gRPC:
 * {@code AppendRows}; REST: {@code tables.insert}), an optional table id, and the nth to mth
 * matching call from when the rule was added.
 */
public final class FaultScript {

  /** What happens to a matching call. */
  public sealed interface Fault {
    /**
     * Answers an error: a gRPC status name such as UNAVAILABLE, in the stream for AppendRows, or an
     * HTTP code such as 503 with a reason for REST.
     */
    record Fail(String code, String message) implements Fault {}

    /** Ends the call with a status instead of answering in the stream. */
    record EndCall(String code, String message) implements Fault {}

    /** Waits before the call goes on. */
    record Delay(Duration delay) implements Fault {}

    /** Cuts the connection before the rows are stored. */
    record CutBeforeCommit() implements Fault {}

    /** Stores the rows, then cuts the connection without an answer. */
    record CutAfterCommit() implements Fault {}

    /** Never answers. */
    record Hang() implements Fault {}
  }

  /**
   * Adds a rule.
   *
   * @param method the method
   * @param table only calls for this table id; null for all
   * @param from the first matching call that meets the fault, counted from 1
   * @param to the last one
   */
  public void add(String method, @Nullable String table, int from, int to, Fault fault) {
    throw new UnsupportedOperationException();
  }

  /** Removes all rules. */
  public void clear() {
    throw new UnsupportedOperationException();
  }
}
