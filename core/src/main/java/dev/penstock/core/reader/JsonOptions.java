package dev.penstock.core.reader;

/**
 * How JSON documents are read. Immutable.
 *
 * @param ignoreUnknownFields whether a field without a column is left out; else its row is rejected
 */
public record JsonOptions(boolean ignoreUnknownFields) {
  /** Unknown fields are refused. */
  public static final JsonOptions DEFAULTS = new JsonOptions(false);
}
