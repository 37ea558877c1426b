package dev.penstock.local.storage;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.http.HttpBatch;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.http.HttpRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

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
      faults.around(
          exchange,
          "storage.batch",
          null,
          () ->
              HttpBatch.answer(
                  exchange, body, MAX_CALLS, call -> answer(StorageApi.base(exchange), call)));
    } catch (RuntimeException e) {
      HttpAnswers.fail(exchange, e);
    }
  }

  private HttpBatch.Reply answer(String base, HttpBatch.Call call) {
    try {
      StorageReply reply = methods.find(raw(base, call)).run();
      if (reply instanceof StorageReply.Json json) {
        return new HttpBatch.Reply(200, json.body().toString());
      } else if (reply instanceof StorageReply.Empty empty) {
        return new HttpBatch.Reply(empty.code(), "");
      }
      throw ServiceException.invalid("Media cannot be read in a batch request.");
    } catch (ServiceException e) {
      return new HttpBatch.Reply(e.httpCode(), HttpAnswers.error(e).toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StorageMethods.Raw raw(String base, HttpBatch.Call call) {
    try {
      return new StorageMethods.Raw(
          base,
          call.method(),
          URI.create(call.target()),
          call.headers(),
          HttpRequests.parse(call.body().getBytes(StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      throw ServiceException.invalid("A part of the batch request has no URL: " + call.target());
    }
  }
}
