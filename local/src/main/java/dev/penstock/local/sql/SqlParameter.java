package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import org.jspecify.annotations.Nullable;

/**
 * A query parameter. Immutable as long as its value is.
 *
 * @param name its name without {@code @}; null for a positional parameter
 * @param type its type; the field's own name does not matter, mode REPEATED makes an array
 * @param value its value in the forms of {@link SqlResult}; null for NULL
 */
public record SqlParameter(@Nullable String name, Field type, @Nullable Object value) {
  /** A type under another name. */
  public static Field named(String name, Field type) {
    return ColumnDefinitions.named(type, name);
  }

  /** A type as GoogleSQL spells it. */
  public static String typeText(Field type) {
    return DataTypes.text(type);
  }
}
