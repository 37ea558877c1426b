package dev.penstock.local.rows;

import static dev.penstock.local.rows.PhysicalType.quote;

import dev.penstock.local.catalog.ColumnRename;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements that make a physical table follow a change of its columns. Immutable. */
final class ColumnChange {
  private final List<Field> before;
  private final List<Field> after;
  private final List<ColumnRename> renames;

  ColumnChange(List<Field> before, List<Field> after, List<ColumnRename> renames) {
    this.before = before;
    this.after = after;
    this.renames = renames;
  }

  List<String> statements(String table) {
    List<String> statements = new ArrayList<>();
    String alter = "ALTER TABLE " + table + " ";
    List<Field> renamed = new ArrayList<>(before);
    for (ColumnRename rename : renames) {
      statements.add(alter + "RENAME COLUMN " + quote(rename.from()) + " TO " + quote(rename.to()));
      renamed.replaceAll(
          field -> field.name().equals(rename.from()) ? named(field, rename.to()) : field);
    }
    for (Field field : renamed) {
      if (find(after, field.name()) == null) {
        statements.add(alter + "DROP COLUMN " + quote(field.name()));
      }
    }
    for (Field field : after) {
      Field old = find(renamed, field.name());
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

  private static Field named(Field field, String name) {
    return new Field(
        name,
        field.type(),
        field.mode(),
        field.fields(),
        null,
        null,
        null,
        null,
        null,
        List.of(),
        false);
  }

  /** A REQUIRED column is only new in a table that had no columns; DuckDB cannot add it so. */
  private static Field nullable(Field field) {
    return field.mode() == Mode.REQUIRED
        ? new Field(
            field.name(),
            field.type(),
            Mode.NULLABLE,
            field.fields(),
            null,
            null,
            null,
            null,
            null,
            List.of(),
            false)
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
    if (before.type() == FieldType.NUMERIC && after.type() == FieldType.BIGNUMERIC) {
      // The text of a BIGNUMERIC has no zeros at its end.
      return "regexp_replace(CAST(" + value + " AS VARCHAR), '\\.?0+$', '')";
    }
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
