package dev.penstock.core.contract;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.recovery.Condition;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Rule;
import dev.penstock.core.recovery.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How a rule of the recovery table is made to count. Immutable.
 *
 * @param after whether the server had done what it was asked for
 * @param traits what is special about rows and table
 * @param act what happens to the service
 */
record Injection(
    Step step,
    ErrorCode failure,
    Rule rule,
    Set<Road> roads,
    boolean after,
    Set<Trait> traits,
    Moment moment,
    Consumer<Scene> act,
    Promise promise) {

  /** What is special. */
  enum Trait {
    /** Rows are changes. */
    CHANGES,
    /** The table may not be created. */
    NO_CREATION,
    /** Columns may not be added. */
    FIXED,
    /** The column {@code name} is GEOGRAPHY, and row 3 is no place. */
    BAD_ROW,
    /** Rows from the third on have a column more. */
    WIDER,
    /** Somebody drops the table, or a connection, so what was stored says little. */
    LOSSY,
    /** Rows 1 and 2 are committed by an earlier task, whose stream is taken over. */
    RESTORED
  }

  /** A failure before the server did anything, on every road, at the start. */
  static Injection inject(Step step, ErrorCode failure, Condition... conditions) {
    return new Injection(
        step,
        failure,
        ruleOf(step, failure, conditions),
        EnumSet.allOf(Road.class),
        false,
        Set.of(),
        Moment.START,
        scene -> {},
        new Promise.Stored());
  }

  static Rule ruleOf(Step step, ErrorCode failure, Condition... conditions) {
    List<Rule> rules =
        RecoveryTable.rulesOf(step, failure).stream()
            .filter(rule -> rule.conditions().equals(List.of(conditions)))
            .toList();
    if (rules.isEmpty()) {
      throw new AssertionError("no rule of " + step + " " + failure + " " + List.of(conditions));
    }
    return rules.get(0);
  }

  Injection on(Road first, Road... others) {
    return new Injection(
        step, failure, rule, EnumSet.of(first, others), after, traits, moment, act, promise);
  }

  Injection with(Trait first, Trait... others) {
    return new Injection(
        step, failure, rule, roads, after, EnumSet.of(first, others), moment, act, promise);
  }

  Injection afterwards() {
    return new Injection(step, failure, rule, roads, true, traits, moment, act, promise);
  }

  Injection at(Moment other, Consumer<Scene> what) {
    return new Injection(step, failure, rule, roads, after, traits, other, what, promise);
  }

  Injection by(Consumer<Scene> what) {
    return at(Moment.START, what);
  }

  Injection rejects() {
    return new Injection(
        step, failure, rule, roads, after, traits, moment, act, new Promise.Rejected());
  }

  Injection stops(ErrorCode code) {
    return new Injection(
        step, failure, rule, roads, after, traits, moment, act, new Promise.Stops(code));
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  @Override
  public String toString() {
    return failure
        + (after ? " after it was done" : "")
        + (traits.isEmpty() ? "" : " " + traits)
        + " -> "
        + promise;
  }
}
