package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;

/**
 * A column with its field number in the row message. Immutable.
 *
 * @param fields the parts of a STRUCT or RANGE, numbered on their own; empty for every other type
 */
record TaggedColumn(Column column, int tag, TaggedColumns fields) {
  boolean isRequired() {
    return column.mode() == ColumnMode.REQUIRED;
  }
}
