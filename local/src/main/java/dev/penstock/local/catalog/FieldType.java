package dev.penstock.local.catalog;

import java.util.Locale;
import java.util.Optional;

/**
 * The type of a field: its GoogleSQL name, and the legacy name that REST answers with (RT-036).
 * Immutable.
 */
public enum FieldType {
  BOOL("BOOLEAN"),
  INT64("INTEGER"),
  FLOAT64("FLOAT"),
  NUMERIC("NUMERIC"),
  BIGNUMERIC("BIGNUMERIC"),
  STRING("STRING"),
  BYTES("BYTES"),
  DATE("DATE"),
  TIME("TIME"),
  DATETIME("DATETIME"),
  TIMESTAMP("TIMESTAMP"),
  JSON("JSON"),
  GEOGRAPHY("GEOGRAPHY"),
  INTERVAL("INTERVAL"),
  RANGE("RANGE"),
  STRUCT("RECORD");

  private final String restName;

  FieldType(String restName) {
    this.restName = restName;
  }

  /** The legacy name that REST answers with. */
  public String restName() {
    return restName;
  }

  /** Finds a type by its GoogleSQL or legacy name, in any case (RT-035). */
  public static Optional<FieldType> find(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (FieldType type : values()) {
      if (type.name().equals(upper) || type.restName.equals(upper)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
