package dev.penstock.local;

import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import dev.penstock.local.service.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
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
     *
     * @param retryAfter what RetryInfo says, or the Retry-After header; zero for nothing
     */
    record Fail(String code, String message, Duration retryAfter) implements Fault {
      /** Without a word on when to try again. */
      public Fail(String code, String message) {
        this(code, message, Duration.ZERO);
      }
    }

    /**
     * Ends the call with a status instead of answering in the stream.
     *
     * @param retryAfter what RetryInfo says, or the Retry-After header; zero for nothing
     */
    record EndCall(String code, String message, Duration retryAfter) implements Fault {
      /** Without a word on when to try again. */
      public EndCall(String code, String message) {
        this(code, message, Duration.ZERO);
      }
    }

    /**
     * Denies a permission, in the words of the service.
     *
     * @param permission for example {@code TABLES_UPDATE_DATA}, or {@code bigquery.tables.get}
     * @param resource on which; empty for the one that the call names
     */
    record Deny(String permission, String resource) implements Fault {
      /** On the resource that the call names. */
      public Deny(String permission) {
        this(permission, "");
      }
    }

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

    /** Resets the call's HTTP/2 stream (RST_STREAM) before anything is done; of REST, a cut. */
    record ResetStream() implements Fault {}

    /** Deletes the first object of a load job before the job reads it. */
    record DeleteSource() implements Fault {}

    /** Lets the rows of a query's anonymous result be gone when the job ends. */
    record ExpireResult() implements Fault {}

    /** Puts the server's clock forward, then the call goes on. */
    record AdvanceClock(Duration by) implements Fault {}
  }

  /** A rule that counts its calls. */
  private static final class Armed {
    private final FaultRule rule;
    private final Pattern table;
    private final Instant since;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger met = new AtomicInteger();

    Armed(FaultRule rule, Instant since) {
      this.rule = rule;
      this.since = since;
      String name = rule.table() == null ? "*" : rule.table();
      this.table = Pattern.compile(("\\Q" + name + "\\E").replace("*", "\\E.*\\Q"));
    }

    boolean matches(String method, @Nullable String called, Instant now) {
      return rule.method().equals(method)
          && (rule.table() == null || (called != null && table.matcher(called).matches()))
          && isNow(Duration.between(since, now));
    }

    private boolean isNow(Duration age) {
      return age.compareTo(rule.after()) >= 0
          && (rule.lasting() == null || age.minus(rule.after()).compareTo(rule.lasting()) < 0);
    }

    /** Counts a matching call and says whether it meets the fault. */
    boolean meets() {
      int call = calls.incrementAndGet();
      return call >= rule.from() && call <= rule.to();
    }
  }

  /**
   * A rule and what has come of it.
   *
   * @param calls how many calls matched
   * @param met how many of them met the fault
   */
  public record RuleState(FaultRule rule, int calls, int met) {}

  /** What the faults without parameters are to the front ends. */
  private static final Map<Class<? extends Fault>, Kind> PLAIN_KINDS =
      Map.of(
          Fault.CutBeforeCommit.class, Kind.CUT_BEFORE,
          Fault.CutAfterCommit.class, Kind.CUT_AFTER,
          Fault.Hang.class, Kind.HANG,
          Fault.HangAfterCommit.class, Kind.HANG_AFTER,
          Fault.FinalizeStream.class, Kind.FINALIZE_STREAM,
          Fault.DropStream.class, Kind.DROP_STREAM,
          Fault.ResetStream.class, Kind.RESET,
          Fault.DeleteSource.class, Kind.DELETE_SOURCE,
          Fault.ExpireResult.class, Kind.EXPIRE_RESULT);

  private final MovableClock clock;
  private final List<Armed> rules = new CopyOnWriteArrayList<>();

  FaultScript(MovableClock clock) {
    this.clock = clock;
  }

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
    add(new FaultRule(method, table, from, to, fault));
  }

  /** Adds a rule. */
  public void add(FaultRule rule) {
    addAll(List.of(rule));
  }

  /**
   * Adds the rules of a script in JSON: all of them or, when one is refused, none.
   *
   * @throws IllegalArgumentException naming the rule, what is wrong with it and what is right
   */
  public void add(String json) {
    addAll(FaultText.read(json));
  }

  private void addAll(List<FaultRule> added) {
    Instant now = clock.instant();
    rules.addAll(added.stream().map(rule -> new Armed(rule, now)).toList());
  }

  /** The rules in the order in which they are asked. */
  public List<RuleState> rules() {
    return rules.stream()
        .map(armed -> new RuleState(armed.rule, armed.calls.get(), armed.met.get()))
        .toList();
  }

  /** Removes all rules. */
  public void clear() {
    rules.clear();
  }

  /** What the front ends ask. */
  FaultPoint point() {
    return this::meet;
  }

  private Optional<Effect> meet(String method, @Nullable TableId called) {
    FaultRules.requireKnown(method);
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    String table = called == null ? null : called.whole().table();
    Armed first = null;
    for (Armed armed : rules) {
      if (armed.matches(method, table, now) && armed.meets() && first == null) {
        first = armed;
      }
    }
    if (first == null) {
      return Optional.empty();
    }
    int unused = first.met.incrementAndGet();
    return Optional.of(effect(first.rule.fault()));
  }

  private Effect effect(Fault fault) {
    if (fault instanceof Fault.Fail fail) {
      return new Effect(Kind.FAIL, fail.code(), fail.message(), fail.retryAfter());
    }
    if (fault instanceof Fault.EndCall end) {
      return new Effect(Kind.END_CALL, end.code(), end.message(), end.retryAfter());
    }
    if (fault instanceof Fault.Deny deny) {
      return new Effect(Kind.DENY, deny.permission(), deny.resource(), Duration.ZERO);
    }
    if (fault instanceof Fault.Delay delay) {
      return new Effect(Kind.DELAY, "", "", delay.delay());
    }
    if (fault instanceof Fault.AdvanceClock advance) {
      clock.advance(advance.by());
      return new Effect(Kind.DELAY, "", "", Duration.ZERO);
    }
    Kind kind = PLAIN_KINDS.get(fault.getClass());
    if (kind == null) {
      throw new AssertionError(fault);
    }
    return new Effect(kind, "", "", Duration.ZERO);
  }
}
