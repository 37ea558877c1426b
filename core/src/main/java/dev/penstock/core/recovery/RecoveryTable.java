package dev.penstock.core.recovery;

import static dev.penstock.core.error.ErrorCode.ALREADY_EXISTS;
import static dev.penstock.core.error.ErrorCode.CONFLICT;
import static dev.penstock.core.error.ErrorCode.CREDENTIALS;
import static dev.penstock.core.error.ErrorCode.DATASET_NOT_FOUND;
import static dev.penstock.core.error.ErrorCode.OFFSET_OUT_OF_RANGE;
import static dev.penstock.core.error.ErrorCode.PERMISSION_DENIED;
import static dev.penstock.core.error.ErrorCode.QUOTA_EXCEEDED;
import static dev.penstock.core.error.ErrorCode.REQUEST_INVALID;
import static dev.penstock.core.error.ErrorCode.ROW_INVALID;
import static dev.penstock.core.error.ErrorCode.ROW_TOO_LARGE;
import static dev.penstock.core.error.ErrorCode.SCHEMA_MISMATCH;
import static dev.penstock.core.error.ErrorCode.SEQUENCE_INVALID;
import static dev.penstock.core.error.ErrorCode.STREAM_CLOSED;
import static dev.penstock.core.error.ErrorCode.STREAM_UNUSABLE;
import static dev.penstock.core.error.ErrorCode.TABLE_NOT_FOUND;
import static dev.penstock.core.error.ErrorCode.TIMEOUT;
import static dev.penstock.core.error.ErrorCode.UNAVAILABLE;
import static dev.penstock.core.recovery.Condition.BRIEF;
import static dev.penstock.core.recovery.Condition.CHANGES;
import static dev.penstock.core.recovery.Condition.COMPLETE;
import static dev.penstock.core.recovery.Condition.DENIED;
import static dev.penstock.core.recovery.Condition.FIXED;
import static dev.penstock.core.recovery.Condition.GONE;
import static dev.penstock.core.recovery.Condition.HIDDEN;
import static dev.penstock.core.recovery.Condition.LACKS;
import static dev.penstock.core.recovery.Condition.MADE_ANEW;
import static dev.penstock.core.recovery.Condition.MAY_ADD;
import static dev.penstock.core.recovery.Condition.MAY_CREATE;
import static dev.penstock.core.recovery.Condition.MISSED;
import static dev.penstock.core.recovery.Condition.NO_ROWS;
import static dev.penstock.core.recovery.Condition.NUMBERED;
import static dev.penstock.core.recovery.Condition.PLAIN;
import static dev.penstock.core.recovery.Condition.QUESTION;
import static dev.penstock.core.recovery.Condition.REPEATED;
import static dev.penstock.core.recovery.Condition.ROWS_NAMED;
import static dev.penstock.core.recovery.Condition.THERE;
import static dev.penstock.core.recovery.Condition.UNNUMBERED;
import static dev.penstock.core.recovery.Condition.UNPROVEN;
import static dev.penstock.core.recovery.Patience.APPENDS;
import static dev.penstock.core.recovery.Patience.CALLS;
import static dev.penstock.core.recovery.Patience.ETAG;
import static dev.penstock.core.recovery.Patience.RECOVERY;
import static dev.penstock.core.recovery.Patience.SCHEMA;
import static dev.penstock.core.recovery.Patience.STREAM_END;
import static dev.penstock.core.recovery.Repair.ABANDON_STREAM;
import static dev.penstock.core.recovery.Repair.AWAIT_PROPAGATION;
import static dev.penstock.core.recovery.Repair.BISECT;
import static dev.penstock.core.recovery.Repair.CREATE_TABLE;
import static dev.penstock.core.recovery.Repair.DONE;
import static dev.penstock.core.recovery.Repair.REBUILD_STREAM;
import static dev.penstock.core.recovery.Repair.REJECT_ROWS;
import static dev.penstock.core.recovery.Repair.RETRY;
import static dev.penstock.core.recovery.Repair.UPDATE_SCHEMA;
import static dev.penstock.core.recovery.Rule.on;
import static dev.penstock.core.recovery.Step.APPEND;
import static dev.penstock.core.recovery.Step.CALL;
import static dev.penstock.core.recovery.Step.CHANGE;
import static dev.penstock.core.recovery.Step.COMMIT;
import static dev.penstock.core.recovery.Step.CREATE;
import static dev.penstock.core.recovery.Step.OPEN;

import dev.penstock.core.error.ErrorCode;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which failure is repaired how: the one table. Of the rules of a step and a failure the first
 * counts whose conditions hold; they stand in the order of {@link Repair}. Immutable.
 */
public final class RecoveryTable {
  private static final List<ErrorCode> PASSING =
      List.of(UNAVAILABLE, TIMEOUT, STREAM_CLOSED, QUOTA_EXCEEDED, CONFLICT);
  private static final List<ErrorCode> MISSING =
      List.of(TABLE_NOT_FOUND, DATASET_NOT_FOUND, PERMISSION_DENIED);
  private static final List<ErrorCode> ABSENT =
      List.of(TABLE_NOT_FOUND, DATASET_NOT_FOUND, PERMISSION_DENIED, SCHEMA_MISMATCH);

  private static final List<Rule> ROWS =
      List.of(
          on(PASSING, "overload, a broken way, a quota for a moment (WA-056 to WA-064)")
              .then(RETRY, APPENDS),
          on(List.of(ALREADY_EXISTS), "a lost answer (WA-073)").when(REPEATED).then(DONE),
          on(
                  List.of(
                      ALREADY_EXISTS,
                      OFFSET_OUT_OF_RANGE,
                      STREAM_UNUSABLE,
                      TABLE_NOT_FOUND,
                      DATASET_NOT_FOUND,
                      REQUEST_INVALID),
                  "rows behind a snapshot were never committed; the stream ages out (WA-028)")
              .when(QUESTION)
              .then(ABANDON_STREAM),
          on(ABSENT, "maybe missing; a look tells (WA-199)")
              .when(NO_ROWS, PLAIN, UNNUMBERED, MAY_CREATE, GONE)
              .then(CREATE_TABLE, RECOVERY),
          on(ABSENT, "somebody else made it")
              .when(NO_ROWS, PLAIN, UNNUMBERED, MADE_ANEW)
              .then(CREATE_TABLE, RECOVERY),
          on(List.of(SCHEMA_MISMATCH), "somebody dropped what the rows have")
              .when(MAY_ADD, THERE, LACKS)
              .then(UPDATE_SCHEMA, SCHEMA),
          on(List.of(SCHEMA_MISMATCH), "the rows have more than the table may have")
              .when(ROWS_NAMED, FIXED)
              .then(REJECT_ROWS),
          on(List.of(ROW_INVALID), "a request is atomic (WA-085)").then(REJECT_ROWS),
          on(
                  List.of(REQUEST_INVALID, ROW_TOO_LARGE, SEQUENCE_INVALID),
                  "one row may spoil the request")
              .then(BISECT),
          on(List.of(STREAM_UNUSABLE), "finalized, expired or unknown (WA-178, WA-028)")
              .when(UNNUMBERED)
              .then(REBUILD_STREAM, APPENDS),
          on(List.of(SCHEMA_MISMATCH), "new columns take about 35 s (WA-165)")
              .when(THERE, COMPLETE)
              .then(AWAIT_PROPAGATION, SCHEMA),
          on(MISSING, "a young table is not known everywhere (RT-046)")
              .when(MISSED, THERE)
              .then(AWAIT_PROPAGATION, RECOVERY),
          on(MISSING, "a young table may be hidden (WA-038, WA-195)")
              .when(DENIED, UNPROVEN, THERE)
              .then(AWAIT_PROPAGATION, RECOVERY)
              .say(Said.RIGHT_LOST),
          on(List.of(OFFSET_OUT_OF_RANGE), "rows before it are missing, or not known yet (WA-034)")
              .then(RETRY, STREAM_END),
          on(ABSENT, "a new table would hold only later changes")
              .when(CHANGES, GONE)
              .say(Said.CHANGES_GONE),
          on(ABSENT, "earlier changes are missing").when(CHANGES, MADE_ANEW).say(Said.CHANGES_CUT),
          on(ABSENT, "the stream went with it").when(NUMBERED, GONE).say(Said.STREAM_GONE),
          on(ABSENT, "the stream went with it").when(NUMBERED, MADE_ANEW).say(Said.STREAM_CUT),
          on(ABSENT, "it may not be created, or was just now").when(GONE).say(Said.TABLE_GONE),
          on(ABSENT, "nobody can tell").when(HIDDEN).say(Said.UNREADABLE),
          on(List.of(SCHEMA_MISMATCH), "the table's owner must act").say(Said.COLUMNS_LOST),
          on(MISSING, "nobody retries into a right").say(Said.RIGHT_LOST),
          on(List.of(STREAM_UNUSABLE), "a restart finds out what is stored")
              .say(Said.STREAM_ENDED));

  private static final List<Rule> NEW_STREAMS =
      List.of(
          on(MISSING, "maybe missing; a look tells (WA-199)")
              .when(MAY_CREATE, GONE)
              .then(CREATE_TABLE, RECOVERY),
          on(MISSING, "somebody else made it").when(MADE_ANEW).then(CREATE_TABLE, RECOVERY),
          on(MISSING, "a young table is hidden for a moment (WA-038)")
              .when(THERE)
              .then(AWAIT_PROPAGATION, RECOVERY)
              .say(Said.MAYBE_HIDDEN),
          on(MISSING, "it may not be created, or was just now").when(GONE).say(Said.TABLE_GONE),
          on(MISSING, "nobody can tell").say(Said.MAYBE_HIDDEN));

  private static final List<Rule> COMMITS =
      List.of(
          on(List.of(ALREADY_EXISTS), "flushed or committed before (WA-182, WA-190)").then(DONE),
          on(MISSING, "a young table is hidden for a moment (WA-184)")
              .when(DENIED, THERE)
              .then(AWAIT_PROPAGATION, RECOVERY)
              .say(Said.MAYBE_HIDDEN),
          on(MISSING, "the stream went with the table").say(Said.MAYBE_HIDDEN),
          on(List.of(STREAM_UNUSABLE), "its rows are lost (WA-183)").say(Said.ROWS_UNREADABLE));

  private static final List<Rule> NEW_TABLES =
      List.of(on(List.of(ALREADY_EXISTS), "another task made it (RT-044)").then(DONE));

  private static final List<Rule> CHANGED_TABLES =
      List.of(
          on(List.of(CONFLICT, ALREADY_EXISTS), "changed meanwhile: read and plan anew (RT-018)")
              .then(RETRY, ETAG),
          on(List.of(QUOTA_EXCEEDED), "changed by many: read and plan anew (QT-002)")
              .when(BRIEF)
              .then(RETRY, RECOVERY)
              .say(Said.QUOTA));

  private static final List<Rule> CALLS_OF_ALL_KINDS =
      List.of(
          on(List.of(UNAVAILABLE, TIMEOUT, STREAM_CLOSED), "overload, a broken way (RT-003)")
              .then(RETRY, CALLS)
              .say(Said.LATER),
          on(List.of(PERMISSION_DENIED), "nobody retries into a right").say(Said.ROLES),
          on(List.of(CREDENTIALS), "already renewed once by the client").say(Said.KEY),
          on(List.of(DATASET_NOT_FOUND), "tables live in datasets").say(Said.DATASET),
          on(List.of(QUOTA_EXCEEDED), "it comes back tomorrow").say(Said.QUOTA));

  /** The table, in the order of a reader. */
  public static final List<Rule> RULES =
      Stream.of(
              at(List.of(APPEND), ROWS),
              at(
                  List.of(OPEN, COMMIT),
                  List.of(
                      on(PASSING, "overload, a broken way, a quota for a moment (WA-062)")
                          .then(RETRY, RECOVERY)
                          .say(Said.LATER))),
              at(List.of(OPEN), NEW_STREAMS),
              at(List.of(COMMIT), COMMITS),
              at(List.of(CREATE), NEW_TABLES),
              at(List.of(CHANGE), CHANGED_TABLES),
              at(
                  List.of(CREATE),
                  List.of(
                      on(List.of(QUOTA_EXCEEDED), "created by many (RT-044)")
                          .when(BRIEF)
                          .then(RETRY, CALLS)
                          .say(Said.QUOTA))),
              at(
                  List.of(CALL),
                  List.of(
                      on(List.of(QUOTA_EXCEEDED), "a quota for a moment (RT-003)")
                          .then(RETRY, CALLS)
                          .say(Said.QUOTA))),
              at(List.of(CREATE, CHANGE, CALL), CALLS_OF_ALL_KINDS),
              at(
                  Arrays.asList(Step.values()),
                  List.of(on(Arrays.asList(ErrorCode.values()), "no repetition helps"))))
          .flatMap(List::stream)
          .toList();

  private static final Map<Step, Map<ErrorCode, List<Rule>>> BY_STEP = new EnumMap<>(Step.class);

  static {
    for (Step step : Step.values()) {
      Map<ErrorCode, List<Rule>> rules = new EnumMap<>(ErrorCode.class);
      for (ErrorCode code : ErrorCode.values()) {
        rules.put(code, RULES.stream().filter(rule -> rule.is(step, code)).toList());
      }
      BY_STEP.put(step, rules);
    }
  }

  private RecoveryTable() {}

  private static List<Rule> at(List<Step> steps, List<Rule> rules) {
    return rules.stream().map(rule -> rule.at(steps)).toList();
  }

  /** The rules of a failure, in the order in which they are asked. */
  public static List<Rule> rulesOf(Step step, ErrorCode failure) {
    return BY_STEP.getOrDefault(step, Map.of()).getOrDefault(failure, List.of());
  }

  /** The rule of a failure; may look at the table. */
  public static Rule ruleFor(Step step, Incident incident) {
    for (Rule rule : rulesOf(step, incident.failure().code())) {
      if (rule.holds(incident)) {
        return rule;
      }
    }
    throw new AssertionError(incident);
  }

  /** Whether a failure may pass, whatever else holds. */
  public static boolean passes(Step step, ErrorCode failure) {
    Rule first = rulesOf(step, failure).get(0);
    return first.repair() == RETRY && first.conditions().isEmpty();
  }

  /** What to do about a failure when nothing is tried any more; empty without an advice. */
  public static String cureOf(Step step, ErrorCode failure) {
    return rulesOf(step, failure).stream()
        .filter(rule -> rule.conditions().isEmpty())
        .findFirst()
        .map(rule -> rule.said().cure())
        .orElse("");
  }

  /** Whether a failure says that what was asked for is done, whatever else holds. */
  public static boolean isDone(Step step, ErrorCode failure) {
    return rulesOf(step, failure).stream()
        .anyMatch(rule -> rule.repair() == DONE && rule.conditions().isEmpty());
  }

  /** Whether what was asked for is done already, although the service refuses it. */
  public static boolean isDone(Step step, Incident incident) {
    return rulesOf(step, incident.failure().code()).stream()
        .anyMatch(rule -> rule.repair() == DONE && rule.holds(incident));
  }
}
