package dev.penstock.local.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A path with variables, for example {@code projects/{project}/datasets}. Immutable. */
public final class PathTemplate {
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

  private final Pattern path;
  private final List<String> variables = new ArrayList<>();

  /** Reads a template. */
  public PathTemplate(String template) {
    Matcher matcher = VARIABLE.matcher(template);
    while (matcher.find()) {
      variables.add(matcher.group(1));
    }
    this.path = Pattern.compile(VARIABLE.matcher(template).replaceAll("([^/]+)"));
  }

  /** The variables of a path, without escapes; empty when it is another one. */
  public Optional<Map<String, String>> match(String rawPath) {
    Matcher matcher = path.matcher(rawPath);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < variables.size(); i++) {
      values.put(variables.get(i), HttpRequests.decodePath(matcher.group(i + 1)));
    }
    return Optional.of(values);
  }
}
