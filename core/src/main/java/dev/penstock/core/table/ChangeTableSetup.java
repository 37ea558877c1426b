package dev.penstock.core.table;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a table of changes ready before its first row: reads it, does the one step that its {@link
 * ChangeTableState} asks for, and reads it again, until nothing is left. Whoever comes later finds
 * by the label how far this one came. One use.
 */
final class ChangeTableSetup {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeTableSetup.class);
  private static final RetryBudget RECOVERY = RetryBudget.RECOVERY;

  /** Rounds without a failure; a table takes five at most when nobody else changes it. */
  private static final int MAX_ROUNDS = 50;

  private final Destination destination;
  private final TablePolicy policy;
  private final ChangeTableSteps steps;
  private final Time time;
  private final ChangeContract declared;

  /** The declared one; with the key of the table where none is declared. */
  private ChangeContract contract;

  private int failures;
  private int statements;

  ChangeTableSetup(Destination destination, TablePolicy policy, ChangeTableSteps steps, Time time) {
    this.destination = destination;
    this.policy = policy;
    this.steps = steps;
    this.time = time;
    this.declared = new ChangeContract(policy.primaryKey(), policy.maxStaleness());
    this.contract = declared;
  }

  /** What one round came to. */
  private sealed interface Outcome {
    /** Nothing is left to do. */
    record Ready(LiveTable table) implements Outcome {}

    /** The table is to be read again. */
    record Again() implements Outcome {}

    /** The table is not what the policy asks, and may not be made so. */
    record Refused(IngestException why) implements Outcome {}
  }

  /**
   * Runs to the end.
   *
   * @return the table, ready for rows
   * @throws IngestException TABLE_NOT_FOUND or TABLE_UNSUITABLE when the table is not what the
   *     policy asks and may not be made so; else why a step failed again and again
   */
  LiveTable run() {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Outcome outcome = attempt();
      if (outcome instanceof Outcome.Ready ready) {
        return ready.table();
      }
      if (outcome instanceof Outcome.Refused refused) {
        throw refused.why();
      }
    }
    throw new IngestException(
        ErrorCode.CONFLICT,
        "Table "
            + destination
            + " was changed by others each time it was to be made ready for changes. Find out who"
            + " changes it.");
  }

  private Outcome attempt() {
    try {
      return step();
    } catch (IngestException e) {
      // A lost race is read back, and what may pass is tried again.
      boolean lostRace =
          e.code() == ErrorCode.ALREADY_EXISTS || e.code() == ErrorCode.TABLE_NOT_FOUND;
      if ((!lostRace && !e.code().isRetriable()) || failures == RECOVERY.maxRetries()) {
        throw e;
      }
      LOG.debug("Table {} is looked at again: {}", destination, e.getMessage());
      Waits.pause(
          time,
          "Making table " + destination + " ready",
          RECOVERY.schedule().delayMillis(failures++));
      return new Outcome.Again();
    }
  }

  private Outcome step() {
    contract = declared;
    Optional<LiveTable> found = steps.find();
    return found.isEmpty() ? create() : take(found.get());
  }

  private Outcome take(LiveTable table) {
    table.requireTable();
    ChangeTableState state = ChangeTableState.of(table, contract);
    return switch (state.actionOf(policy.provisioning())) {
      case CREATE -> throw new AssertionError(state);
      case TAKE_KEY -> {
        contract = declared.withKey(table.primaryKey());
        yield take(table);
      }
      case VERIFY -> verify(table);
      case RESUME -> resume(table);
      case CONVERGE -> converge(table, state);
      case FAIL -> refused(table, state);
    };
  }

  private Outcome create() {
    if (!policy.createTable()) {
      return new Outcome.Refused(TableAdmin.absent(destination));
    }
    if (contract.primaryKey().isEmpty()) {
      return unsuitable(
          "it does not exist, and no key is configured to make it with", "Name the key columns");
    }
    steps.create(contract.managesStaleness() ? contract.pending() : contract.complete());
    return new Outcome.Again();
  }

  private Outcome verify(LiveTable table) {
    Duration found = found(table);
    return matches(found)
        ? new Outcome.Ready(table)
        : unsuitable(
            "its max_staleness is "
                + MaxStaleness.text(found)
                + " and not "
                + contract.maxStaleness(),
            "Set it, or allow it to be set by the policy RECONCILE");
  }

  private Outcome resume(LiveTable table) {
    Duration wanted = contract.maxStaleness();
    Duration found = found(table);
    if (wanted == null || matches(found)) {
      return new Outcome.Ready(steps.label(table, contract.complete()));
    }
    if (statements == MaxStaleness.MAX_STATEMENTS) {
      return new Outcome.Refused(MaxStaleness.notKept(destination, found, wanted));
    }
    statements++;
    steps.setMaxStaleness(table, found, wanted, statements);
    return new Outcome.Again();
  }

  private Outcome converge(LiveTable table, ChangeTableState state) {
    if (!matches(found(table))) {
      LiveTable unused = steps.label(table, contract.pending());
      return new Outcome.Again();
    }
    return new Outcome.Ready(
        state == ChangeTableState.OWN_COMPLETE ? table : steps.label(table, contract.complete()));
  }

  /** The max_staleness of a table, asked for only when somebody wants to know. */
  private @Nullable Duration found(LiveTable table) {
    return contract.managesStaleness() ? steps.maxStaleness(table).orElse(null) : null;
  }

  private boolean matches(@Nullable Duration found) {
    return !contract.managesStaleness() || Objects.equals(found, contract.maxStaleness());
  }

  private Outcome refused(LiveTable table, ChangeTableState state) {
    return switch (state) {
      case KEYLESS ->
          unsuitable(
              "it has no primary key",
              "Give it one: "
                  + ChangeTableRules.addKeyStatement(destination, contract.primaryKey()));
      case OTHER_KEY ->
          unsuitable(
              "its primary key is "
                  + table.primaryKey()
                  + " and the configured one is "
                  + contract.primaryKey(),
              "Make both the same columns in the same order");
      case KEY_UNDECLARED ->
          unsuitable(
              "it is to be reconciled, and no key is configured to compare with its own "
                  + table.primaryKey(),
              "Name the key columns, or choose the policy VERIFY_ONLY");
      case FOREIGN_PENDING ->
          unsuitable(
              "another configuration is being applied to it, by its label "
                  + label(table)
                  + ", and ours is "
                  + contract.pending(),
              "Let that writer end, or give both the same key and max_staleness. If there is none,"
                  + " remove the label");
      case FOREIGN_COMPLETE ->
          unsuitable(
              "another configuration was applied to it, by its label "
                  + label(table)
                  + ", and ours is "
                  + contract.complete(),
              "Give both the same key and max_staleness, or choose the policy RECONCILE");
      case ABSENT, OWN_PENDING, UNLABELED, OWN_COMPLETE -> throw new AssertionError(state);
    };
  }

  private static String label(LiveTable table) {
    return ChangeContract.LABEL_KEY + "=" + table.labels().get(ChangeContract.LABEL_KEY);
  }

  private Outcome unsuitable(String why, String cure) {
    return new Outcome.Refused(ChangeTableRules.unsuitable(destination, why, cure));
  }
}
