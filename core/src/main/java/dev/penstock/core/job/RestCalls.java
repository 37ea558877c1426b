package dev.penstock.core.job;

import com.google.api.services.bigquery.Bigquery;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.recovery.Attempts;
import dev.penstock.core.recovery.Step;
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
    return run(Step.CALL, what, call);
  }

  /** The same for a call that is more than a call to the table of repairs. */
  public <T> T run(Step step, String what, Call<T> call) {
    Attempts attempts = new Attempts(what, bound, time, LOG);
    for (; ; ) {
      try {
        return answerOf(call);
      } catch (IOException e) {
        attempts.failed(step, Failures.of(e, address));
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
}
