package dev.penstock.core.contract;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.recovery.Repair;
import dev.penstock.core.recovery.Rule;
import dev.penstock.core.recovery.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Why a rule is not injected on some roads. Immutable.
 *
 * @param rules which rules it is about
 * @param because why, and what shows the rule instead
 */
record Excuse(Step step, Rules rules, Set<Road> roads, String because) {
  /** Which rules. */
  @FunctionalInterface
  interface Rules {
    boolean has(Rule rule);
  }

  static List<Excuse> all() {
    return List.of(
        every(Step.APPEND, "a file is sent to no stream", Road.FILE),
        every(Step.OPEN, "it needs no stream of its own", Road.DEFAULT, Road.FILE),
        every(Step.COMMIT, "there is nothing to commit", Road.DEFAULT, Road.FILE),
        every(Step.CREATE, "a load takes its table as it is", Road.PENDING, Road.FILE),
        every(Step.CHANGE, "a load takes its table as it is", Road.PENDING, Road.FILE),
        of(Step.APPEND, Repair.ABANDON_STREAM, "nothing is restored", Road.DEFAULT, Road.PENDING),
        of(Step.APPEND, Repair.DONE, "no offset, no repetition", Road.DEFAULT),
        of(
            Step.APPEND,
            Repair.CREATE_TABLE,
            "the stream went with the table",
            Road.BUFFERED,
            Road.PENDING),
        of(
            Step.APPEND,
            Repair.REBUILD_STREAM,
            "only a default stream is opened anew",
            Road.BUFFERED,
            Road.PENDING),
        of(Step.APPEND, Repair.UPDATE_SCHEMA, "a load adds no columns", Road.PENDING),
        new Excuse(
            Step.APPEND,
            rule ->
                rule.repair() == Repair.REJECT_ROWS
                    && rule.failures().contains(ErrorCode.SCHEMA_MISMATCH),
            EnumSet.of(Road.DEFAULT, Road.BUFFERED, Road.PENDING),
            "local names no rows for columns: RefusalTest.rejectsRowsForColumnsThatMayNotBeAdded"),
        of(
            Step.APPEND,
            Repair.BISECT,
            "the first refused row ends a load: PendingLoadIT",
            Road.PENDING),
        failing(
            Step.APPEND,
            "changes",
            "only default streams take changes",
            Road.BUFFERED,
            Road.PENDING),
        failing(Step.APPEND, "the stream counts its rows", "it does not", Road.DEFAULT),
        failing(
            Step.APPEND,
            "the table is gone",
            "the stream went with the table, which is another rule",
            Road.BUFFERED,
            Road.PENDING),
        new Excuse(
            Step.APPEND,
            rule ->
                rule.repair() == Repair.FAIL
                    && rule.failures().equals(List.of(ErrorCode.STREAM_UNUSABLE)),
            EnumSet.of(Road.DEFAULT),
            "it is opened anew"),
        of(Step.OPEN, Repair.CREATE_TABLE, "a load takes its table as it is", Road.PENDING),
        failing(
            Step.OPEN, "the table is gone", "a stream is opened with the first row", Road.PENDING),
        new Excuse(
            Step.OPEN,
            rule -> rule.repair() == Repair.FAIL && rule.conditions().isEmpty(),
            EnumSet.of(Road.PENDING),
            "the first row finds the table before, and its call is CALL"),
        new Excuse(
            Step.CALL,
            rule -> rule.failures().equals(List.of(ErrorCode.DATASET_NOT_FOUND)),
            EnumSet.of(Road.DEFAULT, Road.BUFFERED, Road.PENDING),
            "a look takes it for an absent table"),
        new Excuse(
            Step.CALL,
            rule ->
                rule.repair() == Repair.FAIL
                    && rule.failures().equals(List.of(ErrorCode.QUOTA_EXCEEDED)),
            EnumSet.allOf(Road.class),
            "what is said when a quota is tried in vain: TableAdminTest"));
  }

  private static Excuse every(Step step, String because, Road first, Road... others) {
    return new Excuse(step, rule -> true, EnumSet.of(first, others), because);
  }

  private static Excuse of(Step step, Repair repair, String because, Road first, Road... others) {
    return new Excuse(step, rule -> rule.repair() == repair, EnumSet.of(first, others), because);
  }

  /** About rules that stop under a condition. */
  private static Excuse failing(
      Step step, String condition, String because, Road first, Road... others) {
    return new Excuse(
        step,
        rule ->
            rule.repair() == Repair.FAIL
                && !rule.conditions().isEmpty()
                && rule.conditions().get(0).words().equals(condition),
        EnumSet.of(first, others),
        because);
  }

  boolean covers(Step other, Rule rule, Road road) {
    return step == other && roads.contains(road) && rules.has(rule);
  }
}
