package dev.penstock.core.recovery;

import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.RetrySchedule;
import java.time.Duration;

/**
 * How often, how late and how long something is tried again, by name. Delays are spread by ±25 %
 * but for {@link #ETAG}. Immutable.
 */
public enum Patience {
  /** Not at all. */
  NONE("", RetrySchedule.flat(Duration.ofMillis(1)), 0, Duration.ZERO),
  /** Rows; the retry timeout of the writer says for how long. */
  APPENDS(
      "100 ms doubling to 30 s, for the retry timeout (10 min)",
      RetrySchedule.exponential(Duration.ofMillis(100), Duration.ofSeconds(30)),
      Integer.MAX_VALUE,
      Duration.ofMinutes(10)),
  /** What repairs of streams get; the recovery budget of the writer says how often. */
  RECOVERY(
      "500 ms doubling to 10 s, 10 times",
      RetryBudget.RECOVERY.schedule(),
      RetryBudget.RECOVERY.maxRetries(),
      Duration.ofDays(1)),
  /** Until the streaming side knows new columns: 35 s as a rule (WA-165). */
  SCHEMA("30 s, 30 times", RetrySchedule.flat(Duration.ofSeconds(30)), 30, Duration.ofDays(1)),
  /** Until a new connection knows where its stream ends: 5 s were seen (WA-034). */
  STREAM_END(
      "100 ms doubling, for 15 s",
      RetrySchedule.exponential(Duration.ofMillis(100), Duration.ofSeconds(30)),
      Integer.MAX_VALUE,
      Duration.ofSeconds(15)),
  /** Tasks that lost a race come back spread. */
  ETAG(
      "0 to 500 ms, 5 times",
      RetrySchedule.spread(Duration.ofMillis(500)),
      5,
      Duration.ofMinutes(1)),
  /** Chunks of a file; counted anew with each sign of progress. */
  UPLOADS(
      "250 ms doubling to 30 s, for as long as the caller says",
      RetrySchedule.exponential(Duration.ofMillis(250), Duration.ofSeconds(30)),
      Integer.MAX_VALUE,
      Duration.ofDays(1)),
  /** Read sessions (RA-046). */
  SESSIONS(
      "100 ms times 1.3 to 1 min, for 10 min",
      RetrySchedule.growing(Duration.ofMillis(100), 1.3, Duration.ofMinutes(1)),
      Integer.MAX_VALUE,
      Duration.ofMinutes(10)),
  /** Calls; their caller says for how long. */
  CALLS(
      "200 ms doubling to 10 s, for a minute or as the caller says",
      RetrySchedule.exponential(Duration.ofMillis(200), Duration.ofSeconds(10)),
      Integer.MAX_VALUE,
      Duration.ofMinutes(1));

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // Its random source is that of each thread.
  private final RetrySchedule schedule;

  private final int maxRetries;
  private final Duration longest;

  Patience(String words, RetrySchedule schedule, int maxRetries, Duration longest) {
    this.words = words;
    this.schedule = schedule;
    this.maxRetries = maxRetries;
    this.longest = longest;
  }

  /** The delays between tries. */
  public RetrySchedule schedule() {
    return schedule;
  }

  /** Tries after the first one. */
  public int maxRetries() {
    return maxRetries;
  }

  /** How long after the first failure nothing is tried any more. */
  public Duration longest() {
    return longest;
  }

  String words() {
    return words;
  }
}
