package dev.penstock.local.rest;

import dev.penstock.local.catalog.ServiceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Labels that all must be there, such as {@code labels.team:a labels.draft}. Immutable.
 *
 * @param wanted by their keys; an empty value is met by any
 */
record LabelFilter(Map<String, String> wanted) {
  private static final Pattern LABEL = Pattern.compile("labels\\.([^:\\s]+)(?::(\\S*))?");

  static LabelFilter of(String text) {
    Map<String, String> wanted = new LinkedHashMap<>();
    for (String part : text.strip().split("\\s+", -1)) {
      Matcher label = LABEL.matcher(part);
      if (label.matches()) {
        wanted.put(label.group(1), label.group(2) == null ? "" : label.group(2));
      } else if (!part.isEmpty() && !part.equals("AND")) {
        throw ServiceException.invalid("Invalid value for filter: " + text);
      }
    }
    return new LabelFilter(wanted);
  }

  boolean matches(Map<String, String> labels) {
    return wanted.entrySet().stream()
        .allMatch(
            label ->
                labels.containsKey(label.getKey())
                    && (label.getValue().isEmpty()
                        || label.getValue().equals(labels.get(label.getKey()))));
  }
}
