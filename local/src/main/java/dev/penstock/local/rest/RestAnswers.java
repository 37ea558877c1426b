package dev.penstock.local.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers of the API. */
final class RestAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(RestAnswers.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private RestAnswers() {}

  /** A success; no body is 204. */
  static void succeed(HttpExchange exchange, @Nullable ObjectNode body) throws IOException {
    if (body == null) {
      empty(exchange, 204);
    } else {
      write(exchange, 200, body);
    }
  }

  static void empty(HttpExchange exchange, int code) throws IOException {
    exchange.sendResponseHeaders(code, -1);
    exchange.close();
  }

  /** An error, which is logged when this server is to blame. */
  static void fail(HttpExchange exchange, RuntimeException failure) throws IOException {
    ServiceException error =
        failure instanceof ServiceException refusal ? refusal : ServiceException.backend(failure);
    if (error.httpCode() >= 500 && error.httpCode() != 501) {
      LOG.warn("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), failure);
    }
    write(exchange, error.httpCode(), error(error));
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
