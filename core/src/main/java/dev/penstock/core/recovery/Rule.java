package dev.penstock.core.recovery;

import dev.penstock.core.error.ErrorCode;
import java.util.List;

/**
 * One line of the table. Immutable.
 *
 * @param steps where the failure came
 * @param failures the failures that it is about
 * @param because why, with the facts of the service
 * @param conditions what must hold; all of them
 * @param repair what is done
 * @param patience how often the repair is tried
 * @param said what is said when it stops, or when the patience is used up
 */
public record Rule(
    List<Step> steps,
    List<ErrorCode> failures,
    String because,
    List<Condition> conditions,
    Repair repair,
    Patience patience,
    Said said) {
  /** Copies the lists. */
  public Rule {
    steps = List.copyOf(steps);
    failures = List.copyOf(failures);
    conditions = List.copyOf(conditions);
  }

  /** A line without conditions that stops and says nothing of its own. */
  static Rule on(List<ErrorCode> failures, String because) {
    return new Rule(
        List.of(), failures, because, List.of(), Repair.FAIL, Patience.NONE, Said.NOTHING);
  }

  Rule at(List<Step> others) {
    return new Rule(others, failures, because, conditions, repair, patience, said);
  }

  Rule when(Condition... all) {
    return new Rule(steps, failures, because, List.of(all), repair, patience, said);
  }

  Rule then(Repair other) {
    return new Rule(steps, failures, because, conditions, other, patience, said);
  }

  Rule then(Repair other, Patience tries) {
    return new Rule(steps, failures, because, conditions, other, tries, said);
  }

  Rule say(Said other) {
    return new Rule(steps, failures, because, conditions, repair, patience, other);
  }

  /** Whether the same is tried again. */
  public boolean isRepeated() {
    return patience != Patience.NONE;
  }

  boolean is(Step step, ErrorCode failure) {
    return steps.contains(step) && failures.contains(failure);
  }

  boolean holds(Incident incident) {
    for (Condition condition : conditions) {
      if (!condition.holds(incident)) {
        return false;
      }
    }
    return true;
  }
}
