package dev.penstock.testkit.matrix;

import com.fasterxml.jackson.databind.JsonNode;

/** What becomes of a value on a road. Immutable. */
public sealed interface Outcome {
  /**
   * The value is stored.
   *
   * @param cell as {@code tabledata.list} gives it with {@code useInt64Timestamp}: texts, objects
   *     for structs, arrays for arrays, null for NULL
   */
  record Stored(JsonNode cell) implements Outcome {}

  /**
   * The value's row is rejected.
   *
   * @param rule what the value breaks
   */
  record Refused(String rule) implements Outcome {}

  /** The road has no form for the value, so it never comes to BigQuery. */
  record NotCarried() implements Outcome {}
}
