package dev.penstock.local.catalog;

import dev.penstock.local.catalog.Field.Mode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which changes of a table the service takes (RT-028, RT-050 to RT-054). */
final class SchemaChange {
  private final String prefix;

  private SchemaChange(TableId id) {
    this.prefix = "Provided Schema does not match Table " + id.legacy() + ". ";
  }

  static void check(TableMetadata before, TableMetadata after) {
    new SchemaChange(before.id()).fields(before.fields(), after.fields(), "");
    partitioning(before, after);
  }

  private void fields(List<Field> before, List<Field> after, String path) {
    if (before.isEmpty()) {
      return;
    }
    Map<String, Field> left = new HashMap<>();
    before.forEach(field -> left.put(key(field), field));
    int position = 0;
    for (Field field : after) {
      String name = path + field.name();
      Field old = left.remove(key(field));
      if (old == null) {
        added(field, name, position < before.size());
      } else if (!key(before.get(position)).equals(key(field))) {
        throw ServiceException.notSupported("reordering columns (field " + name + ")");
      } else {
        same(old, field, name);
      }
      position++;
    }
    if (!left.isEmpty()) {
      Field missing =
          before.stream().filter(field -> left.containsKey(key(field))).findFirst().orElseThrow();
      throw refused("Field " + path + missing.name() + " is missing in new schema");
    }
  }

  private void added(Field field, String name, boolean between) {
    if (field.mode() == Mode.REQUIRED) {
      throw refused("Cannot add required fields to an existing schema. (field: " + name + ")");
    }
    if (between) {
      throw ServiceException.notSupported(
          "a new field before existing ones (field " + name + "); put it at the end");
    }
  }

  private void same(Field before, Field after, String name) {
    if (before.type() != after.type()) {
      throw refused(
          "Field "
              + name
              + " has changed type from "
              + before.type().restName()
              + " to "
              + after.type().restName());
    }
    boolean relaxed = before.mode() == Mode.REQUIRED && after.mode() == Mode.NULLABLE;
    if (before.mode() != after.mode() && !relaxed) {
      throw refused(
          "Field " + name + " has changed mode from " + before.mode() + " to " + after.mode());
    }
    if (narrower(before.maxLength(), after.maxLength())
        || narrower(integerDigits(before), integerDigits(after))
        || narrower(scale(before), scale(after))) {
      throw refused("Field " + name + " has a narrower type in new schema");
    }
    fields(before.fields(), after.fields(), name + ".");
  }

  /** Null means unbounded, so any bound is narrower than null. */
  private static boolean narrower(@Nullable Long before, @Nullable Long after) {
    return after != null && (before == null || after < before);
  }

  private static @Nullable Long integerDigits(Field field) {
    Integer precision = field.precision();
    Long scale = scale(field);
    return precision == null || scale == null ? null : precision - scale;
  }

  private static @Nullable Long scale(Field field) {
    if (field.precision() == null) {
      return null;
    }
    Integer scale = field.scale();
    return scale == null ? 0L : Long.valueOf(scale);
  }

  private static void partitioning(TableMetadata before, TableMetadata after) {
    TableMetadata.Partitioning old = before.partitioning();
    TableMetadata.Partitioning now = after.partitioning();
    boolean same =
        old == null
            ? now == null
            : now != null
                && old.type().equals(now.type())
                && Objects.equals(old.field(), now.field())
                && Objects.equals(old.range(), now.range());
    if (!same) {
      throw ServiceException.invalid(
          "Cannot change partitioning/clustering for a partitioned table: the partitioning of "
              + before.id().legacy()
              + " is fixed when it is created.");
    }
  }

  private ServiceException refused(String text) {
    return ServiceException.invalid(prefix + text);
  }

  private static String key(Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }
}
