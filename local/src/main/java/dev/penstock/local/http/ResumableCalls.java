package dev.penstock.local.http;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpFaults.Answer;
import dev.penstock.local.service.Uploads;
import dev.penstock.local.service.Uploads.Chunk;
import dev.penstock.local.service.Uploads.Completion;
import dev.penstock.local.service.Uploads.Progress;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an upload in chunks (RT-081, RT-082). Thread-safe.
 *
 * @param <R> what an upload becomes
 */
public final class ResumableCalls<R> {
  private static final Pattern RANGE =
      Pattern.compile("bytes (?:\\*|(\\d{1,18})-(?:\\*|(\\d{1,18})))/(?:\\*|(\\d{1,18}))");

  /** What clients are told that gave up an upload themselves. */
  private static final int CANCELLED = 499;

  private static final int RESUME = 308;

  /**
   * How a complete upload is answered.
   *
   * @param <R> what it became
   */
  public interface Success<R> {
    /** Writes the answer. */
    void write(HttpExchange exchange, R result) throws IOException;
  }

  private final Uploads<R> uploads;
  private final Success<R> success;

  /** Calls of uploads. */
  public ResumableCalls(Uploads<R> uploads, Success<R> success) {
    this.uploads = uploads;
    this.success = success;
  }

  /** Begins an upload and tells its URI. */
  public Answer begin(HttpExchange exchange, Completion<R> completion) throws IOException {
    String session = uploads.open(completion);
    String location =
        "http://"
            + exchange.getRequestHeaders().getFirst("Host")
            + exchange.getRequestURI().getRawPath()
            + "?uploadType=resumable&upload_id="
            + session;
    return () -> {
      exchange.getResponseHeaders().set("Location", location);
      exchange.getResponseHeaders().set("X-GUploader-UploadID", session);
      HttpAnswers.empty(exchange, 200);
    };
  }

  /** Takes a chunk, tells how far the upload is, or gives it up. */
  public Answer go(HttpExchange exchange, String session) throws IOException {
    if (exchange.getRequestMethod().equals("DELETE")) {
      uploads.cancel(session);
      return () -> HttpAnswers.empty(exchange, CANCELLED);
    }
    HttpRequests.requireMethod(exchange, "PUT");
    Progress<R> progress = progress(exchange, session);
    R result = progress.result();
    if (result != null) {
      return () -> success.write(exchange, result);
    }
    return () -> {
      if (progress.received() > 0) {
        exchange.getResponseHeaders().set("Range", "bytes=0-" + (progress.received() - 1));
      }
      HttpAnswers.empty(exchange, RESUME);
    };
  }

  private Progress<R> progress(HttpExchange exchange, String session) throws IOException {
    String header = exchange.getRequestHeaders().getFirst("Content-Range");
    long bodyLength = bodyLength(exchange);
    if (header == null) {
      return uploads.write(
          session, new Chunk(0, bodyLength, bodyLength), HttpRequests.media(exchange));
    }
    Matcher range = RANGE.matcher(header);
    if (!range.matches()) {
      throw badRange(header);
    }
    long total = number(range.group(3));
    if (range.group(1) == null) {
      return uploads.query(session, total);
    }
    long first = number(range.group(1));
    boolean isRest = range.group(2) == null;
    long length = isRest ? -1 : number(range.group(2)) - first + 1;
    boolean fits = isRest || (length > 0 && (bodyLength < 0 || length == bodyLength));
    if (!fits || (total >= 0 && first + length > total)) {
      throw badRange(header + " for a body of " + bodyLength + " bytes");
    }
    return uploads.write(session, new Chunk(first, length, total), HttpRequests.media(exchange));
  }

  /** Negative for a body that is sent without its length. */
  private static long bodyLength(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Content-Length");
    if (header == null && exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
      return -1;
    }
    if (header == null) {
      throw ServiceException.invalid("Invalid request. A chunk needs a Content-Length header.");
    }
    try {
      return Long.parseLong(header.strip());
    } catch (NumberFormatException e) {
      throw ServiceException.invalid("Invalid value for Content-Length: " + header);
    }
  }

  private static long number(@Nullable String digits) {
    return digits == null ? -1 : Long.parseLong(digits);
  }

  private static ServiceException badRange(String header) {
    return ServiceException.invalid("Invalid request. Failed to parse Content-Range: " + header);
  }
}
