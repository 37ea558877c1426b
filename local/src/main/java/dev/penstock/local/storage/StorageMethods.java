package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpRequests;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All methods of the API but uploads and batches. Immutable. */
final class StorageMethods {
  static final String BASE = "/storage/v1/";

  /** The beginning of the paths of clients that take an emulator's address for all of it. */
  static final String BARE = "/b";

  static final String DOWNLOAD = "/download/storage/v1/";

  private final List<StorageRoute> routes;

  StorageMethods(List<StorageRoute> routes) {
    this.routes = List.copyOf(routes);
  }

  /** A request before its method is found. */
  record Raw(String base, String method, URI uri, Map<String, String> headers, ObjectNode body) {}

  /** A method with its call. */
  record Found(StorageRoute route, StorageCall call) {
    StorageReply run() throws IOException {
      return route.handler().handle(call);
    }
  }

  /**
   * Finds the method that a request means.
   *
   * @throws ServiceException 501 for one that is left out
   */
  Found find(Raw raw) {
    if (raw.headers().containsKey("x-goog-encryption-algorithm")) {
      throw ServiceException.notSupported("customer-supplied encryption keys");
    }
    String path = raw.uri().getRawPath();
    Map<String, String> query = HttpRequests.query(raw.uri().getRawQuery());
    String below = path.substring(1);
    if (path.startsWith(BASE)) {
      below = path.substring(BASE.length());
    } else if (path.startsWith(DOWNLOAD)) {
      below = path.substring(DOWNLOAD.length());
      query.put("alt", "media");
    }
    String method = raw.headers().getOrDefault("x-http-method-override", raw.method());
    for (StorageRoute route : routes) {
      Optional<Map<String, String>> variables =
          route.method().equals(method) ? route.path().match(below) : Optional.empty();
      if (variables.isPresent()) {
        StorageCall call =
            new StorageCall(raw.base(), variables.get(), query, raw.headers(), raw.body());
        return new Found(route, call);
      }
    }
    throw ServiceException.notSupported(method + " " + path);
  }
}
