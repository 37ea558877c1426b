package dev.penstock.core.job;

import com.google.api.services.bigquery.Bigquery;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.connection.Outage;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs REST calls and repeats those that may succeed later, within a bound. Immutable; a call waits
 * on the caller's thread.
 */
public final class RestCalls {
  private static final Logger LOG = LoggerFactory.getLogger(RestCalls.class);
  private static final RetrySchedule SCHEDULE =
      RetrySchedule.exponential(Duration.ofMillis(200), Duration.ofSeconds(10));

  private final String address;
  private final Time time;
  private final Duration bound;

  /**
   * Calls with a bound.
   *
   * @param rest the client that the calls go through, for its address
   * @param bound no retry starts later than this after the first attempt
   */
  public RestCalls(Bigquery rest, Time time, Duration bound) {
    this.address = URI.create(rest.getRootUrl()).getAuthority();
    this.time = time;
    this.bound = bound;
  }

  /** One REST call. */
  @FunctionalInterface
  public interface Call<T> {
    /** Sends the request and reads the answer. */
    T execute() throws IOException;
  }

  /**
   * Runs a call that may be repeated without harm. A conflict is not repeated here: its cure needs
   * a new read.
   *
   * @param what what the call does, with its values, for messages
   * @throws IngestException with the code of the last failure
   */
  public <T> T run(String what, Call<T> call) {
    Deadline deadline = Deadline.after(time, bound);
    Outage outage = new Outage(time, LOG);
    for (int retry = 0; ; retry++) {
      try {
        return answerOf(call);
      } catch (IOException e) {
        Failure failure = Failures.of(e, address);
        long delay = failure.delayMillis(SCHEDULE.delayMillis(retry), bound);
        long remaining = outage.remainingMillis(failure, deadline);
        if (!isRepeatable(failure.code()) || remaining <= delay) {
          throw outage
              .last(failure)
              .toException(what + " failed", Outage.cureOf(failure, cureOf(failure.code())));
        }
        outage.failed(what, failure, "for up to " + remaining / 1000 + " s");
        sleep(what, delay);
      }
    }
  }

  private static <T> T answerOf(Call<T> call) throws IOException {
    try {
      return call.execute();
    } catch (IllegalArgumentException e) {
      // What the client's JSON parser throws when the server died before the body.
      throw new IOException("the answer has no body", e);
    }
  }

  /** Waits on the caller's thread. */
  void sleep(String what, long millis) {
    Waits.pause(time, what, millis);
  }

  private static boolean isRepeatable(ErrorCode code) {
    return code.isRetriable() && code != ErrorCode.CONFLICT;
  }

  private static String cureOf(ErrorCode code) {
    return switch (code) {
      case PERMISSION_DENIED ->
          "Grant the credentials roles/bigquery.dataEditor on the dataset and"
              + " roles/bigquery.jobUser on the project.";
      case CREDENTIALS -> "Check that the key is valid and not disabled.";
      case DATASET_NOT_FOUND -> "Create the dataset, or correct its name.";
      case QUOTA_EXCEEDED -> "Try later, or ask for more quota.";
      case UNAVAILABLE, TIMEOUT -> "Check that BigQuery can be reached, or try later.";
      default -> "";
    };
  }
}
