package dev.penstock.testkit.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A way to configure source and sink, as far as it changes what a history ends in. Immutable.
 *
 * @param name F, L, V, T, D1 or D0
 * @param variant the key of {@link ChangeHistory#variants()} that the source runs with
 * @param rowsPerDelete how many DELETE rows a sink writes for one deleted row
 * @param rejected the changes that the sink must not write
 * @param deviations where this profile's state differs from the operations' state
 */
public record Profile(
    String name,
    String variant,
    int rowsPerDelete,
    List<Rejection> rejected,
    List<Deviation> deviations) {
  /** Copies the lists. */
  public Profile {
    rejected = List.copyOf(rejected);
    deviations = List.copyOf(deviations);
  }

  /**
   * The rows that a sink writes for an operation, in source order within a key: the changes without
   * the rejected ones, a delete as often as {@link #rowsPerDelete()} says.
   */
  public List<Change> rowsOf(Operation operation) {
    List<Change> rows = new ArrayList<>();
    for (int i = 0; i < operation.changes().size(); i++) {
      Change change = operation.changes().get(i);
      if (!rejected.contains(new Rejection(operation.number(), i + 1))) {
        rows.addAll(
            Collections.nCopies(change.type() == Change.Type.DELETE ? rowsPerDelete : 1, change));
      }
    }
    return rows;
  }

  /**
   * A change that goes to the dead letters.
   *
   * @param operation the number of its operation
   * @param position its place in the operation's changes, counted from 1
   */
  public record Rejection(int operation, int position) {}

  /**
   * A state that stands from one operation to another, both included, in place of the expected one.
   */
  public record Deviation(int from, int to, KeyState state) {}
}
