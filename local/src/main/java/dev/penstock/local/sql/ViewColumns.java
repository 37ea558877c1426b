package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.ArrayList;
import java.util.List;

/** Columns of an INFORMATION_SCHEMA view. */
final class ViewColumns {
  private ViewColumns() {}

  /** Columns from names and types in turn. */
  static List<Field> of(Object... namesAndTypes) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      fields.add(
          Field.of((String) namesAndTypes[i], (FieldType) namesAndTypes[i + 1], Mode.NULLABLE));
    }
    return fields;
  }
}
