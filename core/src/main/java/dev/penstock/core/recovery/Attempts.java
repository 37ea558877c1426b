package dev.penstock.core.recovery;

import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Outage;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import java.time.Duration;
import org.slf4j.Logger;

/** The tries of one call, which waits between them on the caller's thread. One owner thread. */
public final class Attempts {
  private final Step step;
  private final String what;
  private final Duration bound;
  private final Time time;
  private final Outage outage;
  private final Deadline deadline;
  private final Tries tries = new Tries();

  /**
   * The tries of a call that begins now.
   *
   * @param what what the call does, with its values, for messages
   * @param bound no try begins later than this, whatever else the table allows
   */
  public Attempts(Step step, String what, Duration bound, Time time, Logger log) {
    this.step = step;
    this.what = what;
    this.bound = bound;
    this.time = time;
    this.outage = new Outage(time, log);
    this.deadline = Deadline.after(time, bound);
  }

  /**
   * Returns when it is time for another try.
   *
   * @throws IngestException when no other try is worth it
   */
  public void failed(Failure failure) {
    Rule rule = RecoveryTable.ruleFor(step, () -> failure);
    Patience patience = rule.patience();
    int failures = tries.failures(patience);
    long delay = failure.delayMillis(patience.schedule().delayMillis(failures), bound);
    long remaining = outage.remainingMillis(failure, deadline);
    if (!rule.isRepeated() || failures == patience.maxRetries() || remaining <= delay) {
      throw outage
          .last(failure)
          .toException(
              what + " failed", Outage.cureOf(failure, RecoveryTable.cureOf(step, failure.code())));
    }
    tries.failed(patience, time.nanos());
    outage.failed(what, failure, "for up to " + remaining / 1000 + " s");
    Waits.pause(time, what, delay);
  }
}
