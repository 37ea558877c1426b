package dev.penstock.local.http;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Several calls in one multipart/mixed request; each is answered for itself. Thread-safe. */
public final class HttpBatch {
  private HttpBatch() {}

  /**
   * A call.
   *
   * @param target its path and query, or its whole URL
   * @param headers by their names in lower case
   */
  public record Call(String method, String target, Map<String, String> headers, String body) {}

  /** The answer to a call; the body is JSON, or empty. */
  public record Reply(int code, String body) {}

  /** What answers calls. */
  public interface Calls {
    /** Answers one. */
    Reply answer(Call call);
  }

  /**
   * Answers all calls of a body.
   *
   * @param maxCalls how many there may be
   * @return what sends the answers
   */
  public static HttpFaults.Answer answer(
      HttpExchange exchange, byte[] body, int maxCalls, Calls calls) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    MultipartBody parts = new MultipartBody(new ByteArrayInputStream(body), type);
    String boundary = "batch_" + UUID.randomUUID();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int count = 0;
    for (Optional<MultipartBody.Part> part = parts.find(); part.isPresent(); part = parts.find()) {
      if (++count > maxCalls) {
        throw ServiceException.invalid("The batch request has more than " + maxCalls + " calls.");
      }
      String id = part.get().headers().getOrDefault("content-id", "");
      write(
          out,
          "--%s\r\nContent-Type: application/http\r\nContent-ID: %s\r\n\r\n"
              .formatted(
                  boundary,
                  id.startsWith("<") ? "<response-" + id.substring(1) : "response-" + id));
      Reply reply = calls.answer(call(HttpRequests.bounded(part.get().content())));
      byte[] answer = reply.body().getBytes(StandardCharsets.UTF_8);
      write(
          out,
          "HTTP/1.1 %d %s\r\n%sContent-Length: %d\r\n\r\n"
              .formatted(
                  reply.code(),
                  reply.code() < 300 ? "OK" : "Error",
                  answer.length == 0 ? "" : "Content-Type: application/json; charset=UTF-8\r\n",
                  answer.length));
      out.writeBytes(answer);
      write(out, "\r\n");
    }
    write(out, "--" + boundary + "--\r\n");
    return () ->
        HttpAnswers.write(exchange, "multipart/mixed; boundary=" + boundary, out.toByteArray());
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The request in a part: a line, headers, and a body. */
  private static Call call(byte[] request) {
    String text = new String(request, StandardCharsets.UTF_8).replace("\r\n", "\n").stripLeading();
    String[] parts = text.split("\n\n", 2);
    String[] lines = parts[0].split("\n", -1);
    String[] line = lines[0].split(" ", -1);
    if (line.length < 2) {
      throw ServiceException.invalid("A part of the batch request is no HTTP request.");
    }
    Map<String, String> headers = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] header = lines[i].split(":", 2);
      headers.put(header[0].strip().toLowerCase(Locale.ROOT), header[header.length - 1].strip());
    }
    String body = parts.length < 2 ? "" : parts[1].strip();
    return new Call(line[0], line[1], headers, body);
  }
}
