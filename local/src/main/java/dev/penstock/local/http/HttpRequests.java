package dev.penstock.local.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads what requests of Google's APIs have in common. Thread-safe. */
public final class HttpRequests {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_BODY_BYTES = 10 << 20;
  private static final int MAX_IGNORED_BYTES = 64 << 20;

  private HttpRequests() {}

  /** The body of a request, as it was before it was compressed. */
  public static byte[] body(HttpExchange exchange) throws IOException {
    byte[] body = bounded(exchange.getRequestBody());
    String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    return "gzip".equals(encoding) ? unzipped(body) : body;
  }

  private static byte[] unzipped(byte[] body) {
    try {
      return bounded(new GZIPInputStream(new ByteArrayInputStream(body)));
    } catch (IOException e) {
      throw new ServiceException(
          400,
          "badRequest",
          "The body is not the gzip that Content-Encoding says: " + e.getMessage());
    }
  }

  /** All bytes of a stream, as far as a request may be large (RT-012). */
  public static byte[] bounded(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BODY_BYTES + 1);
    if (bytes.length > MAX_BODY_BYTES) {
      throw new ServiceException(
          400,
          "badRequest",
          "Request payload size exceeds the limit: " + MAX_BODY_BYTES + " bytes.");
    }
    return bytes;
  }

  /** The body of a request as a stream; the JDK's own stream skips without counting. */
  public static InputStream media(HttpExchange exchange) {
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

  /** Reads over the body: clients read an answer only after they have sent all of it. */
  public static void readOver(HttpExchange exchange) throws IOException {
    long unused = media(exchange).skip(MAX_IGNORED_BYTES);
  }

  /**
   * Refuses another method.
   *
   * @throws ServiceException 501 for another one
   */
  public static void requireMethod(HttpExchange exchange, String method) {
    if (!exchange.getRequestMethod().equals(method)) {
      throw ServiceException.notSupported(
          exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
    }
  }

  /** A segment of a path without its escapes. */
  public static String decodePath(String value) {
    return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The parameters of a query string; one that is repeated has its values with commas between. */
  public static Map<String, String> query(@Nullable String raw) {
    Map<String, String> query = new HashMap<>();
    if (raw != null) {
      for (String pair : raw.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        var unused =
            query.merge(
                URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                parts.length > 1 ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8) : "",
                (first, next) -> first + "," + next);
      }
    }
    return query;
  }

  /** A JSON object. */
  public static ObjectNode parse(byte[] body) {
    if (body.length == 0) {
      return JsonNodeFactory.instance.objectNode();
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
