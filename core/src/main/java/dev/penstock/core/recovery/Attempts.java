package dev.penstock.core.recovery;

import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Outage;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import java.time.Duration;
import org.slf4j.Logger;

/** The tries of one call, which waits between them on the caller's thread. One owner thread. */
public final class Attempts {
  private final String what;
  private final Duration bound;
  private final Duration longestAsked;
  private final Time time;
  private final Outage outage;
  private final Tries tries = new Tries();
  private Deadline deadline;

  /**
   * The tries of a call that begins now.
   *
   * @param what what the call does, with its values, for messages
   * @param bound no try begins later than this, whatever else its budget allows
   * @param log where it is told that a call is tried again
   */
  public Attempts(String what, Duration bound, Time time, Logger log) {
    this(what, bound, bound, time, log);
  }

  /**
   * The same.
   *
   * @param longestAsked the longest wait that the service is granted
   */
  public Attempts(String what, Duration bound, Duration longestAsked, Time time, Logger log) {
    this.what = what;
    this.bound = bound;
    this.longestAsked = longestAsked;
    this.time = time;
    this.outage = new Outage(time, log);
    this.deadline = Deadline.after(time, bound);
  }

  /**
   * Returns when it is time for another try, as the table allows.
   *
   * @throws IngestException when no other try is worth it
   */
  public void failed(Step step, Failure failure) {
    Rule rule = RecoveryTable.ruleFor(step, () -> failure);
    Patience patience = rule.patience();
    RetryBudget budget = new RetryBudget(patience.schedule(), patience.maxRetries());
    if (!rule.isRepeated() || !again(failure, patience, budget)) {
      throw last(failure)
          .toException(
              what + " failed", Outage.cureOf(failure, RecoveryTable.cureOf(step, failure.code())));
    }
  }

  /**
   * Waits for another try of something that may pass.
   *
   * @param patience what the failure counts against
   * @return false, without a wait, when no other try is left
   */
  public boolean again(Failure failure, Patience patience, RetryBudget budget) {
    int failures = tries.failures(patience);
    long delay = failure.delayMillis(budget.schedule().delayMillis(failures), longestAsked);
    long remaining = outage.remainingMillis(failure, deadline);
    if (failures == budget.maxRetries() || remaining <= delay) {
      return false;
    }
    tries.failed(patience, time.nanos());
    outage.failed(
        what,
        failure,
        budget.maxRetries() == Integer.MAX_VALUE
            ? "for up to " + remaining / 1000 + " s"
            : "up to " + budget.maxRetries() + " times");
    Waits.pause(time, what, delay);
    return true;
  }

  /** Begins to count anew, since the call got further. */
  public void progressed() {
    tries.clear();
    outage.over();
    deadline = Deadline.after(time, bound);
  }

  /** The failure that nothing follows, with how often and how long it was tried. */
  public Failure last(Failure failure) {
    return outage.last(failure);
  }
}
