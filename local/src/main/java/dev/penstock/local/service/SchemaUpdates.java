package dev.penstock.local.service;

/**
 * Which changes of an existing table's columns a job may make (RT-091). Immutable.
 *
 * @param addFields new columns
 * @param relaxFields REQUIRED columns that become NULLABLE
 */
public record SchemaUpdates(boolean addFields, boolean relaxFields) {
  /** None. */
  public static final SchemaUpdates NONE = new SchemaUpdates(false, false);

  boolean isAny() {
    return addFields || relaxFields;
  }
}
