package dev.penstock.core.load.run;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.time.Duration;
import java.util.Map;

/**
 * How a commit is carried out. Immutable.
 *
 * @param maxConcurrentDestinations tables that are worked for at once, each on a thread; 1 to 64,
 *     default 8
 * @param labels shown in the job history
 * @param jobTimeout how long one job may take once it is waited for; it is cancelled afterwards;
 *     default a day
 */
public record CommitOptions(
    int maxConcurrentDestinations, Map<String, String> labels, Duration jobTimeout) {
  private static final int MAX_DESTINATIONS = 64;

  /** Checks the range and copies the labels. */
  public CommitOptions {
    if (maxConcurrentDestinations < 1 || maxConcurrentDestinations > MAX_DESTINATIONS) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "maxConcurrentDestinations: "
              + maxConcurrentDestinations
              + " (expected: 1.."
              + MAX_DESTINATIONS
              + ")");
    }
    if (jobTimeout.isNegative() || jobTimeout.isZero()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION, "jobTimeout: " + jobTimeout + " (expected: above PT0S)");
    }
    labels = Map.copyOf(labels);
  }

  /** The defaults. */
  public static CommitOptions defaults() {
    return new CommitOptions(8, Map.of(), Duration.ofDays(1));
  }

  /** The same with labels. */
  public CommitOptions withLabels(Map<String, String> others) {
    return new CommitOptions(maxConcurrentDestinations, others, jobTimeout);
  }

  /** The same with another number of tables that are worked for at once. */
  public CommitOptions withMaxConcurrentDestinations(int count) {
    return new CommitOptions(count, labels, jobTimeout);
  }
}
