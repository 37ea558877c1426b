package dev.penstock.demo.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** JSON over HTTP to one server on this machine. Thread-safe. */
final class JsonHttp {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration REQUEST_BOUND = Duration.ofMinutes(1);
  private static final int NOT_FOUND = 404;

  /** Connect answers 409 while it rebalances and 500 when a rebalance outlasts a request. */
  private static final int CONFLICT = 409;

  private final URI base;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  JsonHttp(URI base) {
    this.base = base;
  }

  URI base() {
    return base;
  }

  /** Whether a GET is answered with success; false also when nobody listens. */
  boolean answers(String path) {
    try {
      return exchange("GET", path, null).statusCode() < 300;
    } catch (IOException e) {
      return false;
    }
  }

  /** The answer to a GET, or null on 404. */
  @Nullable JsonNode find(String path) {
    Answer answer = call("GET", path, null);
    return answer.status == NOT_FOUND ? null : answer.require("GET", base.resolve(path));
  }

  /** The answer to a GET. */
  JsonNode load(String path) {
    return call("GET", path, null).require("GET", base.resolve(path));
  }

  /** Sends a body, or none, and returns the answer. */
  JsonNode send(String method, String path, @Nullable JsonNode body) {
    return call(method, path, body).require(method, base.resolve(path));
  }

  /** Like {@link #send}; false when the server is in a transition and the call may be repeated. */
  boolean sendUnlessBusy(String method, String path, @Nullable JsonNode body) {
    Answer answer = call(method, path, body);
    if (answer.status == CONFLICT || answer.status == 500) {
      return false;
    }
    answer.require(method, base.resolve(path));
    return true;
  }

  private Answer call(String method, String path, @Nullable JsonNode body) {
    try {
      HttpResponse<InputStream> response = exchange(method, path, body);
      try (InputStream content = response.body()) {
        return new Answer(response.statusCode(), JSON.readTree(content));
      }
    } catch (IOException e) {
      throw new StackException(
          method + " " + base.resolve(path) + " failed: " + e + ". Is the server still up?", e);
    }
  }

  private HttpResponse<InputStream> exchange(String method, String path, @Nullable JsonNode body)
      throws IOException {
    HttpRequest.BodyPublisher publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(REQUEST_BOUND)
            .header("Content-Type", "application/json")
            .method(method, publisher)
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted in " + method + " " + request.uri(), e);
    }
  }

  private record Answer(int status, JsonNode body) {
    JsonNode require(String method, URI uri) {
      if (status >= 300) {
        throw new StackException(method + " " + uri + " answered " + status + ": " + body);
      }
      return body;
    }
  }
}
