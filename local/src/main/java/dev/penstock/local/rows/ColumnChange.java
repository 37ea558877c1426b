package dev.penstock.local.rows;

import static dev.penstock.local.rows.PhysicalType.quote;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements that make a physical table follow an additive or relaxing schema change. */
final class ColumnChange {
  private ColumnChange() {}

  static List<String> statements(String table, List<Field> before, List<Field> after) {
    List<String> statements = new ArrayList<>();
    String alter = "ALTER TABLE " + table + " ";
    for (Field field : after) {
      Field old = find(before, field.name());
      String name = quote(field.name());
      if (old == null) {
        statements.add(alter + "ADD COLUMN " + PhysicalType.column(nullable(field)));
        continue;
      }
      if (!PhysicalType.of(old).equals(PhysicalType.of(field))) {
        statements.add(
            alter
                + "ALTER COLUMN "
                + name
                + " TYPE "
                + PhysicalType.of(field)
                + " USING "
                + convert(old, field, name, 0));
      }
      if (old.mode() == Mode.REQUIRED && field.mode() == Mode.NULLABLE) {
        statements.add(alter + "ALTER COLUMN " + name + " DROP NOT NULL");
      }
    }
    return statements;
  }

  /** A REQUIRED column is only new in a table that had no columns; DuckDB cannot add it so. */
  private static Field nullable(Field field) {
    return field.mode() == Mode.REQUIRED
        ? new Field(
            field.name(), field.type(), Mode.NULLABLE, field.fields(), null, null, null, null, null)
        : field;
  }

  private static @Nullable Field find(List<Field> fields, String name) {
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return field;
      }
    }
    return null;
  }

  private static String convert(Field before, Field after, String value, int depth) {
    if (after.type() != FieldType.STRUCT) {
      return value;
    }
    if (after.mode() != Mode.REPEATED) {
      return struct(before, after, value, depth);
    }
    String element = "e" + depth;
    return "list_transform("
        + value
        + ", lambda "
        + element
        + ": "
        + struct(before, after, element, depth + 1)
        + ")";
  }

  private static String struct(Field before, Field after, String value, int depth) {
    String fields =
        after.fields().stream()
            .map(
                child -> {
                  Field old = find(before.fields(), child.name());
                  String from =
                      old == null
                          ? "NULL::" + PhysicalType.of(child)
                          : convert(old, child, value + "." + quote(old.name()), depth);
                  return quote(child.name()) + " := " + from;
                })
            .collect(Collectors.joining(", "));
    return "CASE WHEN " + value + " IS NULL THEN NULL ELSE struct_pack(" + fields + ") END";
  }
}
