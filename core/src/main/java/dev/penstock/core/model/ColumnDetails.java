package dev.penstock.core.model;

import org.jspecify.annotations.Nullable;

/**
 * What a column of a new table has beside its type. Immutable.
 *
 * @param description null for none; at most 1,024 characters
 * @param defaultExpression the SQL expression that fills rows which lack the column, for example
 *     {@code CURRENT_TIMESTAMP()}; null for none; only a top-level column may have one
 */
public record ColumnDetails(@Nullable String description, @Nullable String defaultExpression) {
  /** A description alone. */
  public static ColumnDetails describedAs(String description) {
    return new ColumnDetails(description, null);
  }

  /** A default expression alone. */
  public static ColumnDetails defaultsTo(String defaultExpression) {
    return new ColumnDetails(null, defaultExpression);
  }
}
