package dev.penstock.local.storage;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.http.HttpFaults.Answer;
import dev.penstock.local.http.HttpRequests;
import dev.penstock.local.http.MultipartBody;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Up to a hundred calls in one request; each is answered for itself. Thread-safe. */
final class BatchCalls {
  static final String BASE = "/batch/storage/v1";

  private static final int MAX_CALLS = 100;

  private final StorageMethods methods;
  private final HttpFaults faults;

  BatchCalls(StorageMethods methods, HttpFaults faults) {
    this.methods = methods;
    this.faults = faults;
  }

  void handle(HttpExchange exchange) throws IOException {
    try {
      HttpRequests.requireMethod(exchange, "POST");
      byte[] body = HttpRequests.body(exchange);
      faults.around(exchange, "storage.batch", null, () -> answer(exchange, body));
    } catch (RuntimeException e) {
      HttpAnswers.fail(exchange, e);
    }
  }

  private Answer answer(HttpExchange exchange, byte[] body) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    MultipartBody parts = new MultipartBody(new ByteArrayInputStream(body), type);
    String boundary = "batch_" + UUID.randomUUID();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int calls = 0;
    for (Optional<MultipartBody.Part> part = parts.find(); part.isPresent(); part = parts.find()) {
      if (++calls > MAX_CALLS) {
        throw ServiceException.invalid("The batch request has more than " + MAX_CALLS + " calls.");
      }
      String id = part.get().headers().getOrDefault("content-id", "");
      byte[] bytes = HttpRequests.bounded(part.get().content());
      String head =
          "--%s\r\nContent-Type: application/http\r\nContent-ID: %s\r\n\r\n"
              .formatted(
                  boundary, id.startsWith("<") ? "<response-" + id.substring(1) : "response-" + id);
      out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
      out.writeBytes(call(StorageApi.base(exchange), bytes));
      out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
    out.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return () ->
        HttpAnswers.write(exchange, "multipart/mixed; boundary=" + boundary, out.toByteArray());
  }

  private byte[] call(String base, byte[] request) throws IOException {
    try {
      StorageReply reply = methods.find(raw(base, request)).run();
      if (reply instanceof StorageReply.Json json) {
        return http(200, HttpAnswers.bytes(json.body()));
      } else if (reply instanceof StorageReply.Empty empty) {
        return http(empty.code(), new byte[0]);
      }
      throw ServiceException.invalid("Media cannot be read in a batch request.");
    } catch (ServiceException e) {
      return http(e.httpCode(), HttpAnswers.bytes(HttpAnswers.error(e)));
    }
  }

  private static byte[] http(int code, byte[] body) {
    String type = body.length == 0 ? "" : "Content-Type: application/json; charset=UTF-8\r\n";
    String head =
        "HTTP/1.1 %d %s\r\n%sContent-Length: %d\r\n\r\n"
            .formatted(code, code < 300 ? "OK" : "Error", type, body.length);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(body);
    return out.toByteArray();
  }

  /** The request in a part: a line, headers, and a body. */
  private static StorageMethods.Raw raw(String base, byte[] request) {
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
    byte[] body =
        parts.length < 2 ? new byte[0] : parts[1].strip().getBytes(StandardCharsets.UTF_8);
    try {
      return new StorageMethods.Raw(
          base, line[0], URI.create(line[1]), headers, HttpRequests.parse(body));
    } catch (IllegalArgumentException e) {
      throw ServiceException.invalid("A part of the batch request has no URL: " + line[1]);
    }
  }
}
