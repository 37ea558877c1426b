package dev.penstock.kafka.read;

/**
 * Texts of instants as Debezium writes them. A year of other than four digits has a sign in front,
 * and infinity is a word; BigQuery has years 1 to 9999. Immutable.
 */
final class InstantTexts {
  private static final String MIN = "0001-01-01T00:00:00Z";
  private static final String MAX = "9999-12-31T23:59:59.999999Z";

  private InstantTexts() {}

  static boolean isInRange(String text) {
    return !text.isEmpty() && Character.isDigit(text.charAt(0)) && !text.startsWith("0000");
  }

  /** The text, or the nearest instant that BigQuery has. */
  static String clamped(String text) {
    if (isInRange(text)) {
      return text;
    }
    return text.startsWith("-") || text.startsWith("0000") ? MIN : MAX;
  }
}
