package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.rest.RestFaults.Answer;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.Uploads;
import dev.penstock.local.service.Uploads.Chunk;
import dev.penstock.local.service.Uploads.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The upload half of jobs.insert: files of load jobs (RT-080 to RT-084). Thread-safe. */
final class UploadCalls {
  static final String BASE = "/upload/";

  private static final Pattern PATH = Pattern.compile("/upload/bigquery/v2/projects/([^/]+)/jobs");
  private static final Pattern RANGE =
      Pattern.compile("bytes (?:\\*|(\\d{1,18})-(\\d{1,18}))/(?:\\*|(\\d{1,18}))");

  /** What clients are told that gave up an upload themselves. */
  private static final int CANCELLED = 499;

  private static final int RESUME = 308;
  private static final int MAX_IGNORED_BYTES = 64 << 20;

  private final Uploads uploads;
  private final LoadJobJson loads;
  private final RestFaults faults;

  UploadCalls(Uploads uploads, LoadJobJson loads, RestFaults faults) {
    this.uploads = uploads;
    this.loads = loads;
    this.faults = faults;
  }

  void handle(HttpExchange exchange) throws IOException {
    try {
      Matcher path = PATH.matcher(exchange.getRequestURI().getRawPath());
      if (!path.matches()) {
        throw ServiceException.notSupported(
            exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
      }
      String project = RestCalls.decodePath(path.group(1));
      Map<String, String> query = RestCalls.query(exchange.getRequestURI().getRawQuery());
      String session = query.get("upload_id");
      if (session == null) {
        String type = query.getOrDefault("uploadType", "");
        faults.around(exchange, "jobs.upload", null, () -> begin(exchange, project, type));
      } else {
        faults.around(exchange, "jobs.uploadChunk", null, () -> go(exchange, session));
      }
    } catch (RuntimeException e) {
      // Clients read an answer only after they have sent all of their chunk.
      long unused = media(exchange).skip(MAX_IGNORED_BYTES);
      RestAnswers.fail(exchange, e);
    }
  }

  private Answer begin(HttpExchange exchange, String project, String type) throws IOException {
    requireMethod(exchange, "POST");
    return switch (type) {
      case "multipart" -> whole(exchange, project);
      case "resumable" -> open(exchange, project);
      default ->
          throw ServiceException.invalid(
              "Invalid value for uploadType: " + type + " (expected: multipart or resumable)");
    };
  }

  private Answer whole(HttpExchange exchange, String project) throws IOException {
    MultipartBody parts =
        new MultipartBody(
            exchange.getRequestBody(), exchange.getRequestHeaders().getFirst("Content-Type"));
    ObjectNode body = RestCalls.parse(RestCalls.bounded(parts.next()));
    Job job = uploads.upload(loads.read(project, body), parts.next());
    return () -> RestAnswers.succeed(exchange, JobJson.write(job));
  }

  private Answer open(HttpExchange exchange, String project) throws IOException {
    ObjectNode body = RestCalls.parse(RestCalls.body(exchange));
    String session = uploads.open(loads.read(project, body));
    String location =
        "http://"
            + exchange.getRequestHeaders().getFirst("Host")
            + exchange.getRequestURI().getRawPath()
            + "?uploadType=resumable&upload_id="
            + session;
    return () -> {
      exchange.getResponseHeaders().set("Location", location);
      exchange.getResponseHeaders().set("X-GUploader-UploadID", session);
      RestAnswers.empty(exchange, 200);
    };
  }

  private Answer go(HttpExchange exchange, String session) throws IOException {
    if (exchange.getRequestMethod().equals("DELETE")) {
      uploads.cancel(session);
      return () -> RestAnswers.empty(exchange, CANCELLED);
    }
    requireMethod(exchange, "PUT");
    Progress progress = progress(exchange, session);
    Job job = progress.job();
    if (job != null) {
      return () -> RestAnswers.succeed(exchange, JobJson.write(job));
    }
    return () -> {
      if (progress.received() > 0) {
        exchange.getResponseHeaders().set("Range", "bytes=0-" + (progress.received() - 1));
      }
      RestAnswers.empty(exchange, RESUME);
    };
  }

  private Progress progress(HttpExchange exchange, String session) throws IOException {
    String header = exchange.getRequestHeaders().getFirst("Content-Range");
    long bodyLength = bodyLength(exchange);
    if (header == null) {
      return uploads.write(session, new Chunk(0, bodyLength, bodyLength), media(exchange));
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
    long length = number(range.group(2)) - first + 1;
    if (length <= 0 || length != bodyLength || (total >= 0 && first + length > total)) {
      throw badRange(header + " for a body of " + bodyLength + " bytes");
    }
    return uploads.write(session, new Chunk(first, length, total), media(exchange));
  }

  /** The body of a request; the JDK's own stream skips without counting. */
  private static InputStream media(HttpExchange exchange) {
    InputStream body = exchange.getRequestBody();
    return new InputStream() {
      @Override
      public int read() throws IOException {
        return body.read();
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return body.read(bytes, offset, length);
      }
    };
  }

  private static long bodyLength(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Content-Length");
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

  private static void requireMethod(HttpExchange exchange, String method) {
    if (!exchange.getRequestMethod().equals(method)) {
      throw ServiceException.notSupported(
          exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
    }
  }
}
