package dev.penstock.testkit.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a history: SQL for the source database, or an action of whoever runs the history on
 * the log of change events. Immutable.
 *
 * @param number counted from 1
 * @param transactions what to run on the source; empty for an action
 * @param action what to do with the log; null for SQL
 * @param changes the changes a sink must see, in source order within a key; a delete is one change
 *     here even where it reaches the sink as two records
 * @param state the touched keys afterwards
 */
public record Operation(
    int number,
    String title,
    List<Transaction> transactions,
    @Nullable Action action,
    List<Change> changes,
    List<KeyState> state) {

  /** Copies the lists. */
  public Operation {
    transactions = List.copyOf(transactions);
    changes = List.copyOf(changes);
    state = List.copyOf(state);
  }

  /**
   * Statements that run in one transaction.
   *
   * @param rollback whether the transaction ends with ROLLBACK instead of COMMIT
   */
  public record Transaction(List<String> sql, boolean rollback) {
    /** Copies the statements. */
    public Transaction {
      sql = List.copyOf(sql);
    }
  }

  /** An action on the log of change events. */
  public sealed interface Action {
    /** Publishes the records of an earlier operation once more at new offsets. */
    record Republish(int operation) implements Action {}

    /** Publishes the delete records of an earlier operation under a key that never existed. */
    record DeleteUnseen(int operation, String table, List<Object> key) implements Action {
      /** Copies the key. */
      public DeleteUnseen {
        key = List.copyOf(key);
      }
    }

    /**
     * Stops the sink, rewinds it to the first record and delivers everything again, shuffled within
     * batches, each record twice.
     */
    record Replay() implements Action {}
  }
}
