package dev.penstock.kafka.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Connect ignores unknown keys without a word, so a mistyped key changes nothing and says nothing.
 * This rule refuses keys that are nearly one of ours, and names what replaced removed ones.
 */
final class KnownKeysRule implements Rule {
  private static final int NEAR = 2;

  /** Keys of the framework that have no dot; those with a dot are never ours. */
  private static final Set<String> FRAMEWORK = Set.of("name", "transforms", "predicates");

  @Override
  public void check(Settings settings, Findings findings) {
    Set<String> known = SinkKeys.all().names();
    settings.given().keySet().stream()
        .filter(key -> !known.contains(key) && !FRAMEWORK.contains(key))
        .filter(key -> !key.equals(Keys.TASK_ID))
        .sorted()
        .forEach(key -> checkUnknown(key, known, findings));
    LegacyKeys.WITHOUT_EFFECT.entrySet().stream()
        .filter(key -> settings.isSet(key.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(key -> findings.warning(key.getKey() + ": has no effect: " + key.getValue()));
    LegacyKeys.UNSUPPORTED.forEach(
        (key, cure) -> {
          String value = settings.given().getOrDefault(key, "").trim();
          if (!LegacyKeys.OFF.contains(value.toLowerCase(Locale.ROOT))
              && !LegacyKeys.OFF.contains(value)) {
            findings.error(key, key + ": " + value + " (expected: absent). Not supported; " + cure);
          }
        });
  }

  private static void checkUnknown(String key, Set<String> known, Findings findings) {
    String successor = LegacyKeys.REMOVED.get(key);
    if (successor != null && successor.equals(Keys.TOPIC_TO_TABLE)) {
      findings.error(successor, key + ": is a key of kcbq 1; use " + successor + " instead.");
    } else if (successor != null) {
      findings.warning(key + ": is a key of kcbq 1 and has no effect; see " + successor + ".");
    } else {
      nearest(key, known)
          .ifPresent(
              near ->
                  findings.error(
                      near,
                      key
                          + ": is no key of this connector (expected: "
                          + near
                          + "?). Correct the name or remove it."));
    }
  }

  private static Optional<String> nearest(String key, Set<String> known) {
    String lower = key.toLowerCase(Locale.ROOT);
    String best = null;
    int bestDistance = NEAR + 1;
    for (String candidate : known) {
      int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
      if (distance < bestDistance && distance <= candidate.length() / 3) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Levenshtein's distance, counting up to just above {@link #NEAR}. */
  private static int distance(String a, String b) {
    if (Math.abs(a.length() - b.length()) > NEAR) {
      return NEAR + 1;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
