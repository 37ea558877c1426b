package dev.penstock.local.rows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which changes of a key came, and what became of them. Immutable.
 *
 * @param changes those that are remembered, in the order in which they came
 * @param isComplete whether all that came are remembered
 * @param stored what the table holds of the key now
 */
public record KeyStory(List<Told> changes, boolean isComplete, Stored stored) {
  /** Copies the changes. */
  public KeyStory {
    changes = List.copyOf(changes);
  }

  /** What became of a change. */
  public enum Effect {
    /** It decides what the table holds of the key. */
    WON,
    /** It decided until another one came. */
    REPLACED,
    /** Another one had a higher sequence number already. */
    IGNORED,
    /** It deleted the row, and was forgotten so long after it that older changes count again. */
    FORGOTTEN
  }

  /**
   * A change and what became of it.
   *
   * @param by the number of the change that beat it; 0 for none
   * @param isTie whether that one had the same sequence number
   * @param isApplied whether it is in the table's base, or was considered for it
   */
  public record Told(KeyChange came, Effect effect, long by, boolean isTie, boolean isApplied) {}

  /**
   * What the table holds.
   *
   * @param rows the rows that queries see, at most 100 of them: several where a plain append, a job
   *     or a statement brought one under a key that was there
   * @param isBase whether queries see the rows of the last apply, because {@code max_staleness}
   *     allows it
   * @param sequence the sequence number of the row of the last apply, in comparable form; null for
   *     none
   * @param tombstone the same of a DELETE
   * @param tombstoneMillis when that was applied
   */
  public record Stored(
      List<List<@Nullable Object>> rows,
      boolean isBase,
      @Nullable String sequence,
      @Nullable String tombstone,
      long tombstoneMillis) {
    /** Copies the list of the rows. */
    public Stored {
      rows = List.copyOf(rows);
    }
  }

  /** The change that decides; null when none that is remembered does. */
  public @Nullable Told winner() {
    return changes.stream().filter(told -> told.effect() == Effect.WON).findFirst().orElse(null);
  }

  /** Whether a change that is not remembered decides: its sequence number is higher than all. */
  public boolean isDecidedBefore() {
    Told winner = winner();
    String sequence = winner == null ? "" : winner.came().change().sequence();
    return isHigher(stored.sequence(), sequence)
        || isHigher(stored.tombstone(), sequence)
        || (winner == null && (stored.sequence() != null || stored.tombstone() != null));
  }

  private static boolean isHigher(@Nullable String sequence, String than) {
    return sequence != null && sequence.compareTo(than) > 0;
  }
}
