package dev.penstock.local;

import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Faults that calls of this server meet, for tests. Thread-safe. A rule matches a method (gRPC:
 * {@code AppendRows}; REST: {@code tables.insert}), an optional table id, and the nth to mth
 * matching call from when the rule was added. {@code ReadRows} is the call of a reader, {@code
 * ReadRows.response} each response of it.
 */
public final class FaultScript {

  /** What happens to a matching call. */
  public sealed interface Fault {
    /**
     * Answers an error: a gRPC status name, alone ({@code UNAVAILABLE}) or with a storage error
     * code ({@code INVALID_ARGUMENT STREAM_FINALIZED}), in the stream for AppendRows; or an HTTP
     * code for REST, alone ({@code 503}) or with a reason ({@code 403 rateLimitExceeded}).
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

    /** Does nothing and never answers. */
    record Hang() implements Fault {}

    /** Does the work and never answers: a hung append that has landed. */
    record HangAfterCommit() implements Fault {}

    /** Finalizes the write stream that the call names behind its writer's back, then goes on. */
    record FinalizeStream() implements Fault {}

    /** Forgets the write stream that the call names, as if it had expired, then goes on. */
    record DropStream() implements Fault {}
  }

  private record Rule(
      String method, @Nullable String table, int from, int to, Fault fault, AtomicInteger calls) {
    boolean matches(String calledMethod, @Nullable String calledTable) {
      return method.equals(calledMethod) && (table == null || table.equals(calledTable));
    }

    /** Counts a matching call and says whether it meets the fault. */
    boolean meets() {
      int call = calls.incrementAndGet();
      return call >= from && call <= to;
    }
  }

  /** What the faults without parameters are to the front ends. */
  private static final Map<Class<? extends Fault>, Kind> PLAIN_KINDS =
      Map.of(
          Fault.CutBeforeCommit.class, Kind.CUT_BEFORE,
          Fault.CutAfterCommit.class, Kind.CUT_AFTER,
          Fault.Hang.class, Kind.HANG,
          Fault.HangAfterCommit.class, Kind.HANG_AFTER,
          Fault.FinalizeStream.class, Kind.FINALIZE_STREAM,
          Fault.DropStream.class, Kind.DROP_STREAM);

  private final List<Rule> rules = new CopyOnWriteArrayList<>();

  /**
   * Adds a rule.
   *
   * @param method the method
   * @param table only calls for this table id; null for all
   * @param from the first matching call that meets the fault, counted from 1
   * @param to the last one
   * @throws IllegalArgumentException if no call can meet the rule: an unknown method or code, a
   *     table where the call names none, an empty range
   */
  public void add(String method, @Nullable String table, int from, int to, Fault fault) {
    FaultRules.check(method, table, from, to, fault);
    rules.add(new Rule(method, table, from, to, fault, new AtomicInteger()));
  }

  /** Removes all rules. */
  public void clear() {
    rules.clear();
  }

  /** What the front ends ask. */
  FaultPoint point() {
    return this::meet;
  }

  private Optional<Effect> meet(String method, @Nullable String table) {
    FaultRules.requireKnown(method);
    Optional<Effect> met = Optional.empty();
    for (Rule rule : rules) {
      if (rule.matches(method, table) && rule.meets() && met.isEmpty()) {
        met = Optional.of(effect(rule.fault()));
      }
    }
    return met;
  }

  private static Effect effect(Fault fault) {
    if (fault instanceof Fault.Fail fail) {
      return new Effect(Kind.FAIL, fail.code(), fail.message(), Duration.ZERO);
    }
    if (fault instanceof Fault.EndCall end) {
      return new Effect(Kind.END_CALL, end.code(), end.message(), Duration.ZERO);
    }
    if (fault instanceof Fault.Delay delay) {
      return new Effect(Kind.DELAY, "", "", delay.delay());
    }
    Kind kind = PLAIN_KINDS.get(fault.getClass());
    if (kind == null) {
      throw new AssertionError(fault);
    }
    return new Effect(kind, "", "", Duration.ZERO);
  }
}
