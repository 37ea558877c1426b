package dev.penstock.core.write;

import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.connection.Failure;
import java.util.ArrayList;
import java.util.List;

/**
 * The search for the row that spoils a request, by halves. The parts of one refused batch share it.
 * One owner thread.
 */
final class Isolation {
  /** Refusals without one success after which it is the request, not a row, that is wrong. */
  private static final int MAX_FRUITLESS = 24;

  private final List<Suspect> suspects = new ArrayList<>();
  private int openParts = 1;
  private int refusals;
  private boolean anyStored;

  /** A row that was refused alone. */
  record Suspect(AppendBatch batch, Failure failure) {}

  /** Whether to give up. */
  boolean refusedInVain() {
    refusals++;
    return !anyStored && refusals > MAX_FRUITLESS;
  }

  void split() {
    openParts++;
  }

  void stored() {
    anyStored = true;
    openParts--;
  }

  void suspect(AppendBatch batch, Failure failure) {
    suspects.add(new Suspect(batch, failure));
    openParts--;
  }

  /** A part came to its end another way. */
  void dropped() {
    openParts--;
  }

  boolean isDone() {
    return openParts == 0;
  }

  /** Whether the same schema was accepted with other rows. */
  boolean isProven() {
    return anyStored;
  }

  List<Suspect> suspects() {
    return suspects;
  }
}
