package dev.penstock.local.catalog;

import java.util.Map;
import java.util.regex.Pattern;

/** What a dataset must be like. */
final class DatasetRules {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_]{1,1024}");
  private static final Pattern LABEL_KEY =
      Pattern.compile("[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\p{N}_-]{0,62}");
  private static final Pattern LABEL_VALUE = Pattern.compile("[\\p{Ll}\\p{Lo}\\p{N}_-]{0,63}");
  private static final long MIN_EXPIRATION_MS = 3_600_000;

  private DatasetRules() {}

  static void check(DatasetMetadata dataset) {
    if (!ID.matcher(dataset.dataset()).matches()) {
      throw ServiceException.invalid(
          "Invalid dataset ID \""
              + dataset.dataset()
              + "\". Dataset IDs must be alphanumeric (plus underscores) and must be at most 1024"
              + " characters long.");
    }
    Long expiration = dataset.defaultTableExpirationMs();
    if (expiration != null && expiration < MIN_EXPIRATION_MS) {
      throw ServiceException.invalid(
          "Invalid value for defaultTableExpirationMs: "
              + expiration
              + " (expected: at least 3600000)");
    }
    checkLabels(dataset.labels());
  }

  /** RT-033. */
  static void checkLabels(Map<String, String> labels) {
    if (labels.size() > 64) {
      throw ServiceException.invalid("Too many labels: " + labels.size() + ", limit is 64");
    }
    labels.forEach(
        (key, value) -> {
          if (!LABEL_KEY.matcher(key).matches() || !LABEL_VALUE.matcher(value).matches()) {
            throw ServiceException.invalid(
                "Invalid label \""
                    + key
                    + "\": keys and values hold at most 63 lower case"
                    + " letters, digits, underscores and dashes; keys start with a letter");
          }
        });
  }
}
