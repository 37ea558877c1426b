package dev.penstock.core.table;

import dev.penstock.core.model.Names;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a table of changes is found, and what is done then; one constant a row. Immutable. */
enum ChangeTableState {
  /** There is none. */
  ABSENT(Action.CREATE, Action.CREATE),
  /** It has no primary key. */
  KEYLESS(Action.FAIL, Action.FAIL),
  /** It has another primary key, or the same columns in another order. */
  OTHER_KEY(Action.FAIL, Action.FAIL),
  /** It has a primary key, and the contract names none. */
  KEY_UNDECLARED(Action.TAKE_KEY, Action.FAIL),
  /** An attempt of the same contract was broken off, or is going on. */
  OWN_PENDING(Action.RESUME, Action.RESUME),
  /** An attempt of another contract is going on, or was broken off. */
  FOREIGN_PENDING(Action.FAIL, Action.FAIL),
  /** No writer left a note on it. */
  UNLABELED(Action.VERIFY, Action.CONVERGE),
  /** It was given what the contract asks. */
  OWN_COMPLETE(Action.VERIFY, Action.CONVERGE),
  /** It was given what another contract asks. */
  FOREIGN_COMPLETE(Action.FAIL, Action.CONVERGE);

  /** What is done about a state. */
  enum Action {
    /** It is made, if that is allowed and the contract names a key. */
    CREATE,
    /** Its key is taken for that of the contract, and its label is looked at then. */
    TAKE_KEY,
    /** It is taken if its max_staleness is as wanted; nothing is changed. */
    VERIFY,
    /** It gets the wanted max_staleness, and is noted as complete. */
    RESUME,
    /** As it is if its max_staleness is as wanted; else noted as pending, and resumed. */
    CONVERGE,
    /** The writer fails. */
    FAIL
  }

  private final Action verifying;
  private final Action reconciling;

  ChangeTableState(Action verifying, Action reconciling) {
    this.verifying = verifying;
    this.reconciling = reconciling;
  }

  Action actionOf(ChangeProvisioning provisioning) {
    return switch (provisioning) {
      case VERIFY_ONLY -> verifying;
      case RECONCILE -> reconciling;
      case BEST_EFFORT -> throw new IllegalStateException("best effort has no protocol");
    };
  }

  /** The state of a table, by its key first and then by its label. */
  static ChangeTableState of(@Nullable LiveTable table, ChangeContract contract) {
    if (table == null) {
      return ABSENT;
    }
    if (table.primaryKey().isEmpty()) {
      return KEYLESS;
    }
    if (contract.primaryKey().isEmpty()) {
      return KEY_UNDECLARED;
    }
    if (!fold(table.primaryKey()).equals(fold(contract.primaryKey()))) {
      return OTHER_KEY;
    }
    return byLabel(table.labels().get(ChangeContract.LABEL_KEY), contract);
  }

  private static ChangeTableState byLabel(@Nullable String label, ChangeContract contract) {
    if (label == null) {
      return UNLABELED;
    }
    if (label.equals(contract.pending())) {
      return OWN_PENDING;
    }
    if (label.equals(contract.complete())) {
      return OWN_COMPLETE;
    }
    return label.startsWith(ChangeContract.PENDING) ? FOREIGN_PENDING : FOREIGN_COMPLETE;
  }

  private static List<String> fold(List<String> key) {
    return key.stream().map(Names::fold).toList();
  }
}
