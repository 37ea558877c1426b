package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;

/** How refusals name columns and fields. */
final class Refusals {
  private Refusals() {}

  /** A column's type as SQL writes it, for example {@code ARRAY<NUMERIC(10, 2)>}. */
  static String describe(Column column) {
    String type =
        column.type()
            + (column.rangeElement() == null ? "" : "<" + column.rangeElement() + ">")
            + parameters(column);
    return column.mode() == ColumnMode.REPEATED
        ? "ARRAY<" + type + ">"
        : type + (column.mode() == ColumnMode.REQUIRED ? " NOT NULL" : "");
  }

  private static String parameters(Column column) {
    if (column.maxLength() != null) {
      return "(" + column.maxLength() + ")";
    }
    if (column.precision() == null) {
      return "";
    }
    return "(" + column.precision() + (column.scale() == null ? "" : ", " + column.scale()) + ")";
  }

  /** A field's kind with its text form, for example {@code TEXT (ISO_INSTANT)}. */
  static String describe(SourceField field) {
    if (field.kind() == ValueKind.LIST) {
      return "LIST of " + describe(field.children().get(0));
    }
    return field.kind() + (field.textForm() == null ? "" : " (" + field.textForm() + ")");
  }
}
