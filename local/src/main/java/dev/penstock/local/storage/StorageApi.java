package dev.penstock.local.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.http.HttpRequests;
import dev.penstock.local.http.PartialAnswer;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.objects.StoredObject;
import dev.penstock.local.service.Uploads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Cloud Storage's JSON API. Thread-safe. */
public final class StorageApi {
  private final StorageMethods methods;
  private final ObjectMedia media;
  private final HttpFaults faults;

  private StorageApi(StorageMethods methods, ObjectMedia media, HttpFaults faults) {
    this.methods = methods;
    this.media = media;
    this.faults = faults;
  }

  /** What serves it, by the beginning of the path. */
  public static Map<String, HttpHandler> handlers(
      ObjectStore store, Uploads<StoredObject> uploads, HttpFaults faults) {
    List<StorageRoute> routes = new ArrayList<>();
    routes.addAll(new BucketResource(store).routes());
    routes.addAll(new ObjectResource(store).routes());
    routes.addAll(new CopyResource(store).routes());
    StorageMethods methods = new StorageMethods(routes);
    StorageApi api = new StorageApi(methods, new ObjectMedia(store), faults);
    ObjectUploads objects = new ObjectUploads(store, uploads, faults);
    BatchCalls batches = new BatchCalls(methods, faults);
    HttpHandler calls = (HttpExchange exchange) -> api.handle(exchange);
    return Map.of(
        StorageMethods.BASE,
        calls,
        StorageMethods.BARE,
        calls,
        StorageMethods.DOWNLOAD,
        calls,
        ObjectUploads.BASE,
        (HttpExchange exchange) -> objects.handle(exchange),
        BatchCalls.BASE,
        (HttpExchange exchange) -> batches.handle(exchange));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      byte[] body = HttpRequests.body(exchange);
      StorageMethods.Found found =
          methods.find(
              new StorageMethods.Raw(
                  base(exchange),
                  exchange.getRequestMethod(),
                  exchange.getRequestURI(),
                  headers(exchange),
                  HttpRequests.parse(body)));
      faults.around(
          exchange,
          found.route().name(),
          null,
          () -> {
            StorageReply reply = found.run();
            return () -> write(exchange, reply);
          });
    } catch (RuntimeException e) {
      HttpAnswers.fail(exchange, e);
    }
  }

  private void write(HttpExchange exchange, StorageReply reply) throws IOException {
    if (reply instanceof StorageReply.Json json) {
      String fields = HttpRequests.query(exchange.getRequestURI().getRawQuery()).get("fields");
      HttpAnswers.succeed(exchange, PartialAnswer.of(json.body(), fields));
    } else if (reply instanceof StorageReply.Empty empty) {
      HttpAnswers.empty(exchange, empty.code());
    } else if (reply instanceof StorageReply.Media bytes) {
      media.write(exchange, bytes.object());
    } else {
      throw new AssertionError(reply);
    }
  }

  /** The beginning of all URLs, as the client wrote it. */
  static String base(HttpExchange exchange) {
    return "http://" + exchange.getRequestHeaders().getFirst("Host");
  }

  static Map<String, String> headers(HttpExchange exchange) {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    return headers;
  }
}
