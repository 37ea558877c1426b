package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.stream.Collectors;

/** Spells column types as GoogleSQL does. */
final class DataTypes {
  private DataTypes() {}

  /** The type with its parameters, for example {@code ARRAY<STRUCT<a INT64, b NUMERIC(10, 2)>>}. */
  static String text(Field field) {
    String element = field.type() == FieldType.STRUCT ? struct(field) : scalar(field);
    return field.mode() == Mode.REPEATED ? "ARRAY<" + element + ">" : element;
  }

  private static String struct(Field field) {
    return field.fields().stream()
        .map(child -> SqlIdentifier.of(child.name()) + " " + text(child))
        .collect(Collectors.joining(", ", "STRUCT<", ">"));
  }

  private static String scalar(Field field) {
    if (field.maxLength() != null) {
      return field.type() + "(" + field.maxLength() + ")";
    }
    if (field.type() == FieldType.RANGE) {
      return "RANGE<" + field.rangeElement() + ">";
    }
    if (field.precision() == null) {
      return field.type().name();
    }
    boolean scaled = field.scale() != null && field.scale() > 0;
    return field.type() + "(" + field.precision() + (scaled ? ", " + field.scale() : "") + ")";
  }
}
