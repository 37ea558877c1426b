package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.http.HttpBatch;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.http.HttpRequests;
import dev.penstock.local.http.PartialAnswer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the method that an HTTP exchange means, calls it and writes its answer. Thread-safe. */
final class RestCalls {
  private static final int MAX_BATCH_CALLS = 1000;
  static final String BASE = "/bigquery/v2/";

  /** What a browser is told that only wants to see whether the server is there. */
  private static final String GREETING =
      "This is Penstock local, a BigQuery on this machine. Its REST v2 API is below " + BASE + ".";

  private record Call(Route route, Map<String, String> path) {
    @Nullable ObjectNode answer(Request request) {
      return PartialAnswer.of(route.handler().handle(request), request.query().get("fields"));
    }
  }

  private final List<Route> routes;
  private final HttpFaults faults;

  RestCalls(List<Route> routes, HttpFaults faults) {
    this.routes = routes;
    this.faults = faults;
  }

  void handle(HttpExchange exchange) throws IOException {
    try {
      if (exchange.getRequestURI().getPath().equals("/")) {
        HttpAnswers.succeed(exchange, Json.object().put("message", GREETING));
        return;
      }
      byte[] body = HttpRequests.body(exchange);
      Call call = route(exchange);
      faults.around(
          exchange,
          call.route().name(),
          table(call.path()),
          () -> {
            ObjectNode answer = call.answer(request(exchange, call, body));
            return () -> HttpAnswers.succeed(exchange, answer);
          });
    } catch (RuntimeException e) {
      HttpAnswers.fail(exchange, e);
    }
  }

  /** The table of a path; that of a dataset's path has no name. */
  private static @Nullable TableId table(Map<String, String> path) {
    String project = path.get("project");
    String dataset = path.get("dataset");
    String table = path.get("table");
    return project == null || dataset == null
        ? null
        : new TableId(project, dataset, table == null ? "" : table);
  }

  /** Answers the calls of one request (RT-084). Scripted faults meet none of them. */
  void handleBatch(HttpExchange exchange) throws IOException {
    try {
      HttpRequests.requireMethod(exchange, "POST");
      HttpBatch.answer(exchange, HttpRequests.body(exchange), MAX_BATCH_CALLS, this::answer)
          .write();
    } catch (RuntimeException e) {
      HttpAnswers.fail(exchange, e);
    }
  }

  private HttpBatch.Reply answer(HttpBatch.Call part) {
    try {
      URI target = URI.create(part.target());
      Call call = route(part.method(), target.getRawPath());
      Request request =
          new Request(
              call.path(),
              HttpRequests.query(target.getRawQuery()),
              HttpRequests.parse(part.body().getBytes(StandardCharsets.UTF_8)),
              part.headers().get("if-match"));
      ObjectNode body = call.answer(request);
      return body == null
          ? new HttpBatch.Reply(204, "")
          : new HttpBatch.Reply(200, body.toString());
    } catch (RuntimeException e) {
      ServiceException error =
          e instanceof ServiceException refusal ? refusal : ServiceException.backend(e);
      return new HttpBatch.Reply(error.httpCode(), HttpAnswers.error(error).toString());
    }
  }

  private Call route(HttpExchange exchange) {
    String override = exchange.getRequestHeaders().getFirst("X-HTTP-Method-Override");
    String method = override == null ? exchange.getRequestMethod() : override;
    return route(method, exchange.getRequestURI().getRawPath());
  }

  private Call route(String method, String path) {
    // Some clients take the address of an emulator for the whole beginning of the path.
    String below = path.substring(path.startsWith(BASE) ? BASE.length() : 1);
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(method, below);
      if (variables.isPresent()) {
        return new Call(route, variables.get());
      }
    }
    throw ServiceException.notSupported(method + " " + path);
  }

  private static Request request(HttpExchange exchange, Call call, byte[] body) {
    Headers headers = exchange.getRequestHeaders();
    return new Request(
        call.path(),
        HttpRequests.query(exchange.getRequestURI().getRawQuery()),
        HttpRequests.parse(body),
        headers.getFirst("If-Match"));
  }
}
