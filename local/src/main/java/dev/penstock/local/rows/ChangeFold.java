package dev.penstock.local.rows;

import dev.penstock.local.rows.KeyStory.Effect;
import dev.penstock.local.rows.KeyStory.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what became of the changes of a key by the service's rule: the highest sequence number
 * wins, of equal ones the later change (CDC-026, CDC-027), and a DELETE is remembered for a while
 * after it was applied (CDC-034). One owner thread.
 */
final class ChangeFold {
  /** An apply of all changes up to a number. */
  record Apply(long through, long millis) {}

  private static final int NONE = -1;

  private final List<Apply> applies;
  private final Duration tombstoneLife;
  private final List<Told> told = new ArrayList<>();
  private int next;
  private int winner = NONE;
  private long deadMillis;

  ChangeFold(List<Apply> applies, Duration tombstoneLife) {
    this.applies = applies;
    this.tombstoneLife = tombstoneLife;
  }

  List<Told> of(List<KeyChange> changes) {
    for (KeyChange change : changes) {
      applyBefore(change.number());
      add(change);
    }
    applyBefore(Long.MAX_VALUE);
    return told;
  }

  private void add(KeyChange change) {
    int added = told.size();
    if (winner == NONE) {
      told.add(new Told(change, Effect.WON, 0, false, false));
      winner = added;
      return;
    }
    Told before = told.get(winner);
    int order = change.change().sequence().compareTo(before.came().change().sequence());
    if (order < 0) {
      told.add(new Told(change, Effect.IGNORED, before.came().number(), false, false));
      return;
    }
    told.set(
        winner,
        new Told(before.came(), Effect.REPLACED, change.number(), order == 0, before.isApplied()));
    told.add(new Told(change, Effect.WON, 0, false, false));
    winner = added;
  }

  /** Goes through the applies that ended before a change came. */
  private void applyBefore(long number) {
    while (next < applies.size() && applies.get(next).through() < number) {
      Apply apply = applies.get(next++);
      for (int i = 0; i < told.size(); i++) {
        Told change = told.get(i);
        if (!change.isApplied() && change.came().number() <= apply.through()) {
          told.set(i, new Told(change.came(), change.effect(), change.by(), change.isTie(), true));
          deadMillis = i == winner ? apply.millis() : deadMillis;
        }
      }
      forget(apply.millis());
    }
  }

  private void forget(long nowMillis) {
    if (winner != NONE
        && told.get(winner).isApplied()
        && told.get(winner).came().change().delete()
        && deadMillis < nowMillis - tombstoneLife.toMillis()) {
      told.set(winner, new Told(told.get(winner).came(), Effect.FORGOTTEN, 0, false, true));
      winner = NONE;
    }
  }
}
