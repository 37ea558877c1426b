package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.http.PathTemplate;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A method of the API: its name, HTTP method, path and what it does. Immutable. */
final class Route {
  /** What a method does. */
  interface Handler {
    /** The answer's body; null for an empty answer (204). */
    @Nullable ObjectNode handle(Request request);
  }

  private final String name;
  private final String method;
  private final PathTemplate path;
  private final Handler handler;

  /**
   * A method of the API.
   *
   * @param path for example {@code projects/{project}/datasets}
   */
  Route(String name, String method, String path, Handler handler) {
    this.name = name;
    this.method = method;
    this.handler = handler;
    this.path = new PathTemplate(path);
  }

  String name() {
    return name;
  }

  Handler handler() {
    return handler;
  }

  /** The variables of a call's path; empty when it is another method's. */
  Optional<Map<String, String>> match(String httpMethod, String callPath) {
    return method.equals(httpMethod) ? path.match(callPath) : Optional.empty();
  }
}
