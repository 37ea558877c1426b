package dev.penstock.kafka.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong and what is doubtful about a configuration. One owner thread. */
final class Findings {
  private final Map<String, List<String>> errors = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  /** The configuration cannot be run; the message names the cure. */
  void error(String key, String message) {
    errors.computeIfAbsent(key, any -> new ArrayList<>()).add(message);
  }

  /** The configuration runs, but probably not as meant. */
  void warning(String message) {
    warnings.add(message);
  }

  boolean hasError(String key) {
    return errors.containsKey(key);
  }

  Map<String, List<String>> errors() {
    return errors;
  }

  List<String> warnings() {
    return warnings;
  }
}
