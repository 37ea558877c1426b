package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.util.Objects;

/**
 * One column of the rows that PostgreSQL copies out. Immutable.
 *
 * @param field what the column yields; a LIST is an array of PostgreSQL
 * @param form the form of its values; of an array, the form of the elements
 */
public record PostgresColumn(SourceField field, PostgresForm form) {
  /** Checks that the form yields what the field says. */
  public PostgresColumn {
    Objects.requireNonNull(form, "form");
    SourceField element = field.kind() == ValueKind.LIST ? field.children().get(0) : field;
    if (!form.yields(element.kind())) {
      throw new IllegalArgumentException("form: " + form + " of " + field);
    }
  }

  String path() {
    return field.name();
  }
}
