package dev.penstock.local.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers in the form of Google's APIs. Thread-safe. */
public final class HttpAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(HttpAnswers.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private HttpAnswers() {}

  /** A success; no body is 204. */
  public static void succeed(HttpExchange exchange, @Nullable ObjectNode body) throws IOException {
    if (body == null) {
      empty(exchange, 204);
    } else {
      write(exchange, 200, body);
    }
  }

  /** An answer without a body. */
  public static void empty(HttpExchange exchange, int code) throws IOException {
    exchange.sendResponseHeaders(code, -1);
    exchange.close();
  }

  /** An error, which is logged when this server is to blame. */
  public static void fail(HttpExchange exchange, RuntimeException failure) throws IOException {
    ServiceException error =
        failure instanceof ServiceException refusal ? refusal : ServiceException.backend(failure);
    // A failure without a cause was asked for: by a fault script, or by a server that ends.
    if (error.getCause() != null && error.httpCode() >= 500 && error.httpCode() != 501) {
      LOG.warn("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), failure);
    }
    write(exchange, error.httpCode(), error(error));
  }

  private static void write(HttpExchange exchange, int code, ObjectNode body) throws IOException {
    write(exchange, code, "application/json; charset=UTF-8", bytes(body));
  }

  /** A success with a body of another kind. */
  public static void write(HttpExchange exchange, String contentType, byte[] body)
      throws IOException {
    write(exchange, 200, contentType, body);
  }

  private static void write(HttpExchange exchange, int code, String contentType, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** A body as it is sent. */
  public static byte[] bytes(ObjectNode body) {
    try {
      return JSON.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The error of a resource (RT-002). */
  public static ObjectNode item(ServiceException error) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("reason", error.reason());
    out.put("message", String.valueOf(error.getMessage()));
    if (error.reason().equals("invalidQuery")) {
      out.put("location", "query");
    }
    return out;
  }

  /** The body of an error (RT-001). */
  public static ObjectNode error(ServiceException e) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ObjectNode error = out.putObject("error");
    error.put("code", e.httpCode());
    error.put("message", String.valueOf(e.getMessage()));
    error.putArray("errors").add(item(e).put("domain", "global"));
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
