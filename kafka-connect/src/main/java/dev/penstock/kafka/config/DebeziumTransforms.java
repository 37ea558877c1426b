package dev.penstock.kafka.config;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What the configured ExtractNewRecordState transforms do with deletes. The connector sees the keys
 * of its transforms, not their version. Immutable.
 */
final class DebeziumTransforms {
  private static final String TYPE = "io.debezium.transforms.ExtractNewRecordState";
  private static final String OLD_MODE = "delete.handling.mode";
  private static final String NEW_MODE = "delete.tombstone.handling.mode";
  private static final String OLD_TOMBSTONES = "drop.tombstones";

  private DebeziumTransforms() {}

  private static List<String> prefixes(Map<String, String> given) {
    return given.entrySet().stream()
        .filter(entry -> entry.getKey().matches("transforms\\.[^.]+\\.type"))
        .filter(entry -> TYPE.equals(entry.getValue()))
        .map(entry -> entry.getKey().substring(0, entry.getKey().length() - "type".length()))
        .sorted()
        .toList();
  }

  /** Whether a transform writes deletes as rows with {@code __deleted}. */
  static boolean rewritesDeletes(Map<String, String> given) {
    return prefixes(given).stream()
        .anyMatch(
            prefix ->
                "rewrite".equals(given.get(prefix + OLD_MODE))
                    || String.valueOf(given.get(prefix + NEW_MODE)).startsWith("rewrite"));
  }

  /** Names the keys that Debezium 3 removed, with what replaced them. */
  static void warnOfRemovedKeys(Map<String, String> given, Findings findings) {
    for (String prefix : prefixes(given)) {
      TreeSet<String> removed = new TreeSet<>();
      for (String key : List.of(OLD_MODE, OLD_TOMBSTONES)) {
        if (given.containsKey(prefix + key)) {
          removed.add(prefix + key);
        }
      }
      if (!removed.isEmpty() && !given.containsKey(prefix + NEW_MODE)) {
        findings.warning(
            String.join(" and ", removed)
                + ": removed in Debezium 3, which ignores them and turns deletes into tombstones."
                + " With a 3.x transform set "
                + prefix
                + NEW_MODE
                + "="
                + replacement(given, prefix)
                + " instead; 2.7 and older take them as they are.");
      }
    }
  }

  private static String replacement(Map<String, String> given, String prefix) {
    boolean rewrite = "rewrite".equals(given.get(prefix + OLD_MODE));
    boolean tombstones = "false".equals(given.get(prefix + OLD_TOMBSTONES));
    if (rewrite) {
      return tombstones ? "rewrite-with-tombstone" : "rewrite";
    }
    return "tombstone";
  }
}
