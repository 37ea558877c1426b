package dev.penstock.local.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the method that an HTTP exchange means, calls it and writes its answer. Thread-safe. */
final class RestCalls {
  private static final Logger LOG = LoggerFactory.getLogger(RestCalls.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_BODY_BYTES = 10 << 20;
  private static final String BASE = "/bigquery/v2/";

  /** What a browser is told that only wants to see whether the server is there. */
  private static final String GREETING =
      "This is Penstock local, a BigQuery on this machine. Its REST v2 API is below " + BASE + ".";

  private record Call(Route route, Map<String, String> path) {}

  private final List<Route> routes;
  private final FaultPoint faults;

  RestCalls(List<Route> routes, FaultPoint faults) {
    this.routes = routes;
    this.faults = faults;
  }

  void handle(HttpExchange exchange) throws IOException {
    try {
      if (exchange.getRequestURI().getPath().equals("/")) {
        write(exchange, 200, Json.object().put("message", GREETING));
        return;
      }
      byte[] body = body(exchange);
      Call call = route(exchange);
      Optional<Effect> effect = faults.meet(call.route().name(), call.path().get("table"));
      if (effect.isEmpty() || proceeds(exchange, effect.get())) {
        ObjectNode answer = call.route().handler().handle(request(exchange, call, body));
        FaultPoint.Kind met = effect.map(Effect::kind).orElse(null);
        if (met == FaultPoint.Kind.CUT_AFTER) {
          exchange.close();
        } else if (met != FaultPoint.Kind.HANG_AFTER) {
          answer(exchange, answer);
        }
      }
    } catch (ServiceException e) {
      if (e.httpCode() >= 500 && e.httpCode() != 501) {
        LOG.warn("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
      }
      write(exchange, e.httpCode(), error(e));
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
      write(exchange, 500, error(ServiceException.backend(e)));
    }
  }

  /** Meets a fault; whether the call goes on. */
  private static boolean proceeds(HttpExchange exchange, Effect effect) throws IOException {
    switch (effect.kind()) {
      case FAIL, END_CALL -> throw failure(effect);
      case DELAY -> {
        effect.sleep();
        return true;
      }
      case CUT_BEFORE -> {
        exchange.close();
        return false;
      }
      case CUT_AFTER, HANG_AFTER, FINALIZE_STREAM, DROP_STREAM -> {
        return true;
      }
      case HANG -> {
        return false;
      }
    }
    throw new AssertionError(effect);
  }

  /** {@code 503}, or {@code 403 rateLimitExceeded}. */
  private static ServiceException failure(Effect effect) {
    String[] parts = effect.code().split(" ", 2);
    int code = Integer.parseInt(parts[0]);
    String reason = parts.length > 1 ? parts[1] : reason(code);
    return new ServiceException(code, reason, effect.message());
  }

  private static String reason(int code) {
    return switch (code) {
      case 400 -> "invalid";
      case 401 -> "authError";
      case 403 -> "accessDenied";
      case 404 -> "notFound";
      case 409 -> "duplicate";
      case 412 -> "conditionNotMet";
      case 429 -> "rateLimitExceeded";
      case 500, 502, 503, 504 -> "backendError";
      default -> "internalError";
    };
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    byte[] body = bounded(exchange.getRequestBody());
    String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    return "gzip".equals(encoding)
        ? bounded(new GZIPInputStream(new ByteArrayInputStream(body)))
        : body;
  }

  /** RT-012. */
  private static byte[] bounded(InputStream in) throws IOException {
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

  private static String decodePath(String value) {
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

  private static Map<String, String> query(@Nullable String raw) {
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

  private static ObjectNode parse(byte[] body) {
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

  private static void answer(HttpExchange exchange, @Nullable ObjectNode body) throws IOException {
    if (body == null) {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    } else {
      write(exchange, 200, body);
    }
  }

  private static void write(HttpExchange exchange, int code, ObjectNode body) throws IOException {
    byte[] bytes = bytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json; charset=UTF-8");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static byte[] bytes(ObjectNode body) {
    try {
      return JSON.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** RT-001. */
  private static ObjectNode error(ServiceException e) {
    ObjectNode out = Json.object();
    ObjectNode error = out.putObject("error");
    error.put("code", e.httpCode());
    error.put("message", String.valueOf(e.getMessage()));
    error.putArray("errors").add(JobJson.error(e).put("domain", "global"));
    error.put("status", status(e.httpCode()));
    return out;
  }

  private static String status(int code) {
    return switch (code) {
      case 400 -> "INVALID_ARGUMENT";
      case 401 -> "UNAUTHENTICATED";
      case 403 -> "PERMISSION_DENIED";
      case 404 -> "NOT_FOUND";
      case 409 -> "ALREADY_EXISTS";
      case 412 -> "FAILED_PRECONDITION";
      case 429 -> "RESOURCE_EXHAUSTED";
      case 501 -> "UNIMPLEMENTED";
      case 503 -> "UNAVAILABLE";
      default -> "INTERNAL";
    };
  }
}
