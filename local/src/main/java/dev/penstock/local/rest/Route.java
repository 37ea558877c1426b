package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A method of the API: its name, HTTP method, path and what it does. Immutable. */
final class Route {
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

  /** What a method does. */
  interface Handler {
    /** The answer's body; null for an empty answer (204). */
    @Nullable ObjectNode handle(Request request);
  }

  private final String name;
  private final String method;
  private final Pattern path;
  private final List<String> variables = new ArrayList<>();
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
    Matcher matcher = VARIABLE.matcher(path);
    while (matcher.find()) {
      variables.add(matcher.group(1));
    }
    this.path = Pattern.compile(VARIABLE.matcher(path).replaceAll("([^/]+)"));
  }

  String name() {
    return name;
  }

  Handler handler() {
    return handler;
  }

  /** The variables of a call's path; empty when it is another method's. */
  Optional<Map<String, String>> match(String httpMethod, String callPath) {
    Matcher matcher = path.matcher(callPath);
    if (!method.equals(httpMethod) || !matcher.matches()) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < variables.size(); i++) {
      values.put(variables.get(i), matcher.group(i + 1));
    }
    return Optional.of(values);
  }
}
