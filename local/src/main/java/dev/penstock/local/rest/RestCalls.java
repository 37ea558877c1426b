package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Finds the method that an HTTP exchange means, calls it and writes its answer. Thread-safe. */
final class RestCalls {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_BODY_BYTES = 10 << 20;
  private static final String BASE = "/bigquery/v2/";

  /** What a browser is told that only wants to see whether the server is there. */
  private static final String GREETING =
      "This is Penstock local, a BigQuery on this machine. Its REST v2 API is below " + BASE + ".";

  private record Call(Route route, Map<String, String> path) {}

  private final List<Route> routes;
  private final RestFaults faults;

  RestCalls(List<Route> routes, RestFaults faults) {
    this.routes = routes;
    this.faults = faults;
  }

  void handle(HttpExchange exchange) throws IOException {
    try {
      if (exchange.getRequestURI().getPath().equals("/")) {
        RestAnswers.succeed(exchange, Json.object().put("message", GREETING));
        return;
      }
      byte[] body = body(exchange);
      Call call = route(exchange);
      faults.around(
          exchange,
          call.route().name(),
          call.path().get("table"),
          () -> {
            ObjectNode answer = call.route().handler().handle(request(exchange, call, body));
            return () -> RestAnswers.succeed(exchange, answer);
          });
    } catch (RuntimeException e) {
      RestAnswers.fail(exchange, e);
    }
  }

  /** The body of a request, as it was before it was compressed. */
  static byte[] body(HttpExchange exchange) throws IOException {
    byte[] body = bounded(exchange.getRequestBody());
    String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    return "gzip".equals(encoding)
        ? bounded(new GZIPInputStream(new ByteArrayInputStream(body)))
        : body;
  }

  /** RT-012. */
  static byte[] bounded(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BODY_BYTES + 1);
    if (bytes.length > MAX_BODY_BYTES) {
      throw new ServiceException(
          400,
          "badRequest",
          "Request payload size exceeds the limit: " + MAX_BODY_BYTES + " bytes.");
    }
    return bytes;
  }

  private Call route(HttpExchange exchange) {
    String override = exchange.getRequestHeaders().getFirst("X-HTTP-Method-Override");
    String method = override == null ? exchange.getRequestMethod() : override;
    String path = exchange.getRequestURI().getRawPath();
    if (path.startsWith(BASE)) {
      for (Route route : routes) {
        Optional<Map<String, String>> variables =
            route.match(method, path.substring(BASE.length()));
        if (variables.isPresent()) {
          Map<String, String> decoded = new HashMap<>();
          variables.get().forEach((name, value) -> decoded.put(name, decodePath(value)));
          return new Call(route, decoded);
        }
      }
    }
    throw ServiceException.notSupported(method + " " + path);
  }

  static String decodePath(String value) {
    return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static Request request(HttpExchange exchange, Call call, byte[] body) {
    Headers headers = exchange.getRequestHeaders();
    return new Request(
        call.path(),
        query(exchange.getRequestURI().getRawQuery()),
        parse(body),
        headers.getFirst("If-Match"));
  }

  /** The parameters of a query string. */
  static Map<String, String> query(@Nullable String raw) {
    Map<String, String> query = new HashMap<>();
    if (raw != null) {
      for (String pair : raw.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        query.put(
            URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
            parts.length > 1 ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8) : "");
      }
    }
    return query;
  }

  /** A JSON object. */
  static ObjectNode parse(byte[] body) {
    if (body.length == 0) {
      return Json.object();
    }
    try {
      if (JSON.readTree(body) instanceof ObjectNode object) {
        return object;
      }
      throw badRequest();
    } catch (IOException e) {
      throw badRequest();
    }
  }

  private static ServiceException badRequest() {
    return new ServiceException(
        400, "parseError", "Invalid JSON payload received: it is not a JSON object");
  }
}
