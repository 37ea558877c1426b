package dev.penstock.core.load.store;

import com.google.api.client.googleapis.json.GoogleJsonResponseException;
import com.google.api.client.http.ByteArrayContent;
import com.google.api.client.http.EmptyContent;
import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpContent;
import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.HttpResponse;
import com.google.api.services.bigquery.Bigquery;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.connection.Outage;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.load.file.FileChunks;
import dev.penstock.core.recovery.Attempts;
import dev.penstock.core.recovery.Patience;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Step;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One upload of a file in chunks. The service says how far it got; what it lacks of a chunk is sent
 * again. What the file is for begins with the last chunk. One owner thread at a time, which waits
 * for the service.
 *
 * @see <a href="https://cloud.google.com/bigquery/docs/reference/api-uploads">Uploads</a>
 */
public final class ResumableUpload implements FileChunks {
  private static final Logger LOG = LoggerFactory.getLogger(ResumableUpload.class);
  private static final RetryBudget UPLOADS =
      new RetryBudget(Patience.UPLOADS.schedule(), Patience.UPLOADS.maxRetries());

  private static final int RESUME_INCOMPLETE = 308;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;
  private static final String UNKNOWN_TOTAL = "*";
  private static final String MEDIA_TYPE = "application/octet-stream";

  private final Bigquery rest;
  private final UploadStart start;
  private final Duration retryTimeout;
  private final Time time;
  private @Nullable GenericUrl session;
  private boolean complete;

  /** Bytes that the service holds for certain. */
  private long stored;

  /**
   * An upload that is not begun.
   *
   * @param retryTimeout no try begins later than this after the last progress
   */
  public ResumableUpload(Bigquery rest, UploadStart start, Duration retryTimeout, Time time) {
    this.rest = rest;
    this.start = start;
    this.retryTimeout = retryTimeout;
    this.time = time;
  }

  /** What one request came back with. */
  private sealed interface Answer {
    /** The service holds so many bytes and wants more. */
    record Incomplete(long stored) implements Answer {}

    /** The service holds all bytes, and what they are for exists. */
    record Complete() implements Answer {}

    /** The request failed. */
    record Refused(Failure failure, int status) implements Answer {}
  }

  @Override
  public byte[] send(byte[] chunk) {
    send(chunk, chunk.length, UNKNOWN_TOTAL);
    return chunk;
  }

  @Override
  public void sendLast(byte[] chunk, int length) {
    send(chunk, length, Long.toString(stored + length));
  }

  private void send(byte[] chunk, int length, String total) {
    GenericUrl url = session();
    long start = stored;
    long end = start + length;
    Attempts attempts = new Attempts("Uploading " + this.start.content(), retryTimeout, time, LOG);
    boolean ask = false;
    while (total.equals(UNKNOWN_TOTAL) ? stored < end : !complete) {
      Answer answer =
          ask || stored == end
              ? execute(url, "bytes */" + total, new EmptyContent())
              : execute(
                  url,
                  "bytes " + stored + "-" + (end - 1) + "/" + total,
                  new ByteArrayContent(
                      MEDIA_TYPE, chunk, (int) (stored - start), (int) (end - stored)));
      if (answer instanceof Answer.Complete) {
        complete(total);
      } else if (answer instanceof Answer.Incomplete incomplete) {
        boolean moved = resume(incomplete.stored(), start, end);
        if (!moved && (!ask || stored == end)) {
          pause(attempts, Failure.of(ErrorCode.UNAVAILABLE, "the service does not go on"));
        } else if (moved) {
          attempts.progressed();
        }
        ask = false;
      } else if (answer instanceof Answer.Refused refused) {
        pause(attempts, mayPass(refused));
        ask = true;
      }
    }
  }

  private void complete(String total) {
    if (total.equals(UNKNOWN_TOTAL)) {
      throw broken("ended before its last chunk");
    }
    complete = true;
  }

  /**
   * Goes on where the service stands.
   *
   * @return whether it holds more than was known
   */
  private boolean resume(long held, long start, long end) {
    if (held < start || held > end) {
      throw broken("holds " + held + " bytes, although " + start + " to " + end + " are possible");
    }
    boolean moved = held > stored;
    stored = held;
    return moved;
  }

  private IngestException broken(String what) {
    return new IngestException(
        ErrorCode.UNAVAILABLE, "The upload of " + start.name() + " " + what + ". Load again.");
  }

  /** The failure, if another try can help. */
  private Failure mayPass(Answer.Refused refused) {
    if (refused.status() == NOT_FOUND || refused.status() == GONE) {
      throw broken("was forgotten by the service after " + stored + " bytes");
    }
    if (!RecoveryTable.passes(Step.CALL, refused.failure().code())) {
      String cure = refused.failure().code() == ErrorCode.PERMISSION_DENIED ? start.cure() : "";
      throw refused.failure().toException("Uploading " + start.content() + " failed", cure);
    }
    return refused.failure();
  }

  /**
   * Returns when it is time to go on.
   *
   * @throws IngestException when the service gave no sign of progress for too long
   */
  private void pause(Attempts attempts, Failure failure) {
    if (!attempts.again(failure, Patience.UPLOADS, UPLOADS)) {
      throw attempts
          .last(failure)
          .toException(
              "Uploading " + start.content() + " stopped at byte " + stored,
              Outage.cureOf(failure, "Load again when the service is well."));
    }
  }

  /** Where the chunks go. The session holds the description. */
  private GenericUrl session() {
    if (session == null) {
      String location =
          new RestCalls(rest, time, retryTimeout)
              .run("Beginning the upload of " + start.name(), this::begin);
      session = new GenericUrl(location);
    }
    return session;
  }

  private String begin() throws IOException {
    HttpRequest request =
        prepared(rest.getRequestFactory().buildPostRequest(start.url(), start.description()));
    request.getHeaders().set("X-Upload-Content-Type", MEDIA_TYPE);
    HttpResponse response = request.execute();
    try {
      if (!response.isSuccessStatusCode()) {
        throw GoogleJsonResponseException.from(rest.getJsonFactory(), response);
      }
      String location = response.getHeaders().getLocation();
      if (location == null) {
        throw new IOException("the answer names no session");
      }
      return location;
    } finally {
      response.disconnect();
    }
  }

  private HttpRequest prepared(HttpRequest request) {
    return request
        .setThrowExceptionOnExecuteError(false)
        .setFollowRedirects(false)
        .setParser(rest.getObjectParser());
  }

  private Answer execute(GenericUrl url, String range, HttpContent content) {
    try {
      HttpRequest request = prepared(rest.getRequestFactory().buildPutRequest(url, content));
      request.getHeaders().setContentRange(range);
      HttpResponse response = request.execute();
      try {
        return answerOf(response);
      } finally {
        response.disconnect();
      }
    } catch (IOException e) {
      return new Answer.Refused(Failures.of(e, URI.create(rest.getRootUrl()).getAuthority()), 0);
    }
  }

  private Answer answerOf(HttpResponse response) throws IOException {
    if (response.getStatusCode() == RESUME_INCOMPLETE) {
      return new Answer.Incomplete(held(response.getHeaders().getRange()));
    }
    if (response.isSuccessStatusCode()) {
      return new Answer.Complete();
    }
    return new Answer.Refused(
        Failures.of(GoogleJsonResponseException.from(rest.getJsonFactory(), response)),
        response.getStatusCode());
  }

  /** How many bytes {@code bytes=0-N} says, none without it. */
  private static long held(@Nullable String range) throws IOException {
    if (range == null) {
      return 0;
    }
    try {
      return Long.parseLong(range.substring(range.indexOf('-') + 1)) + 1;
    } catch (NumberFormatException e) {
      throw new IOException("the answer has the range " + range, e);
    }
  }
}
