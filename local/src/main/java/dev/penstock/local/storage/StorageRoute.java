package dev.penstock.local.storage;

import dev.penstock.local.http.PathTemplate;
import java.io.IOException;

/**
 * A method of the API. Immutable.
 *
 * @param name as fault scripts call it
 */
record StorageRoute(String name, String method, PathTemplate path, Handler handler) {
  /** What a method does. */
  interface Handler {
    /** Does it. */
    StorageReply handle(StorageCall call) throws IOException;
  }

  StorageRoute(String name, String method, String path, Handler handler) {
    this("storage." + name, method, new PathTemplate(path), handler);
  }
}
