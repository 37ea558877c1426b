package dev.penstock.local;

import dev.penstock.local.FaultScript.Fault;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which calls meet a fault. Immutable.
 *
 * @param method gRPC: {@code AppendRows}; REST: {@code tables.insert}; a job: {@code job.copy}
 * @param table only calls for this table id, in which * stands for any text; null for all
 * @param from the first matching call that meets the fault, counted from 1
 * @param to the last one
 * @param after from when on calls are looked at, on the server's clock since the rule was added
 * @param lasting how long they are; null for ever
 */
public record FaultRule(
    String method,
    @Nullable String table,
    int from,
    int to,
    Duration after,
    @Nullable Duration lasting,
    Fault fault) {
  /**
   * Checks the rule.
   *
   * @throws IllegalArgumentException if no call can meet it
   */
  public FaultRule {
    FaultRules.check(method, table, from, to, fault);
    if (after.isNegative()) {
      throw new IllegalArgumentException("after: " + after + " (expected: zero or more)");
    }
    if (lasting != null && (lasting.isNegative() || lasting.isZero())) {
      throw new IllegalArgumentException("lasting: " + lasting + " (expected: more than zero)");
    }
  }

  /** For some of the calls, whenever they come. */
  public FaultRule(String method, @Nullable String table, int from, int to, Fault fault) {
    this(method, table, from, to, Duration.ZERO, null, fault);
  }
}
