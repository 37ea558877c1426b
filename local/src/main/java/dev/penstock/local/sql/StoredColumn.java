package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.StringJoiner;

/** How a column lies in its physical table, where INTERVAL is canonical text. */
final class StoredColumn {
  private StoredColumn() {}

  /** The column as expressions want it. */
  static String read(Field field) {
    return read(field, DuckSql.name(field.name()), 0);
  }

  private static String read(Field field, String stored, int depth) {
    if (field.mode() != Mode.REPEATED) {
      return element(field, stored, depth);
    }
    String elements = stored;
    if (field.type() == FieldType.JSON) {
      elements = stored + "::VARCHAR[]";
    } else if (hasInterval(field)) {
      String element = "element_" + depth;
      String read = element(field, element, depth + 1);
      elements = "list_transform(" + stored + ", lambda " + element + ": " + read + ")";
    }
    // A REPEATED column is never NULL in a query; the row store may hold NULL for it.
    return "coalesce(" + elements + ", [])";
  }

  private static String element(Field field, String stored, int depth) {
    if (field.type() == FieldType.JSON) {
      return stored + "::VARCHAR";
    }
    if (field.type() == FieldType.INTERVAL) {
      return "(to_months(CAST(bq_interval_part("
          + stored
          + ", 'MONTHS') AS INTEGER))"
          + " + to_days(CAST(bq_interval_part("
          + stored
          + ", 'DAYS') AS INTEGER))"
          + " + to_microseconds(bq_interval_part("
          + stored
          + ", 'MICROS')))";
    }
    if (!hasInterval(field)) {
      return stored;
    }
    StringJoiner fields = new StringJoiner(", ", "struct_pack(", ")");
    for (Field child : field.fields()) {
      String part = "struct_extract(" + stored + ", " + DuckSql.text(child.name()) + ")";
      fields.add(DuckSql.name(child.name()) + " := " + read(child, part, depth));
    }
    return "CASE WHEN " + stored + " IS NULL THEN NULL ELSE " + fields + " END";
  }

  private static boolean hasInterval(Field field) {
    return field.type() == FieldType.INTERVAL
        || field.fields().stream().anyMatch(StoredColumn::hasInterval);
  }

  /** A value as the column stores it, failing as the service does when it does not fit. */
  static String write(Field field, String value, Casts casts) {
    if (field.mode() == Mode.REPEATED) {
      return "CASE WHEN len(list_filter("
          + value
          + ", lambda x: x IS NULL)) > 0 THEN "
          + failure("Array cannot have a null element; error in writing field ", field)
          + " ELSE coalesce("
          + (hasRules(field) ? elements(field, value, casts) : value)
          + ", []) END";
    }
    String fitting = fitting(field, value, casts);
    if (field.mode() != Mode.REQUIRED) {
      return fitting;
    }
    return "CASE WHEN "
        + value
        + " IS NULL THEN "
        + failure("Required field cannot be null: ", field)
        + " ELSE "
        + fitting
        + " END";
  }

  /** Whether a value of the type may not fit, or lies in another form. */
  private static boolean hasRules(Field field) {
    return field.maxLength() != null
        || field.type() == FieldType.INTERVAL
        || field.precision() != null
        || field.fields().stream()
            .anyMatch(child -> child.mode() != Mode.NULLABLE || hasRules(child));
  }

  private static String elements(Field field, String value, Casts casts) {
    String element = casts.freshName();
    return "list_transform("
        + value
        + ", lambda "
        + element
        + ": "
        + fitting(field.element(), element, casts)
        + ")";
  }

  /** SQ-017. */
  private static String fitting(Field field, String value, Casts casts) {
    if (field.type() == FieldType.STRUCT) {
      return hasRules(field) ? struct(field, value, casts) : value;
    }
    if (field.type() == FieldType.INTERVAL) {
      return casts.text(FieldTypes.toType(field), value);
    }
    if (field.maxLength() != null) {
      String length = field.type() == FieldType.BYTES ? "octet_length(" : "length(";
      String tooLong =
          DataTypes.text(field) + " has maximum length " + field.maxLength() + ", error in field ";
      return "CASE WHEN "
          + length
          + value
          + ") > "
          + field.maxLength()
          + " THEN "
          + failure(tooLong, field)
          + " ELSE "
          + value
          + " END";
    }
    if (field.precision() == null) {
      return value;
    }
    String scale = field.scale() == null ? "0" : field.scale().toString();
    String fitted =
        "bq_decimal_fit(CAST("
            + value
            + " AS VARCHAR), '"
            + field.precision()
            + "', '"
            + scale
            + "', "
            + DuckSql.text(DataTypes.text(field))
            + ")";
    return field.type() == FieldType.NUMERIC
        ? "CAST(" + fitted + " AS " + DuckTypes.NUMERIC + ")"
        : fitted;
  }

  /** A struct whose fields fit; its value is evaluated once. */
  private static String struct(Field field, String value, Casts casts) {
    String whole = casts.freshName();
    StringJoiner fields = new StringJoiner(", ", "struct_pack(", ")");
    for (Field child : field.fields()) {
      String part = "struct_extract(" + whole + ", " + DuckSql.text(child.name()) + ")";
      fields.add(DuckSql.name(child.name()) + " := " + write(child, part, casts));
    }
    return "list_transform(["
        + value
        + "], lambda "
        + whole
        + ": CASE WHEN "
        + whole
        + " IS NULL THEN NULL ELSE "
        + fields
        + " END)[1]";
  }

  private static String failure(String text, Field field) {
    return DuckSql.failure(
        DuckSql.text(text + field.name()), DuckTypes.ofStored(FieldTypes.toType(field)));
  }
}
