package dev.penstock.core.encode;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Column;

/**
 * Where a field encoder writes to, and how it refuses a value.
 *
 * @param path the column's path from the root, joined by dots
 * @param place how the output knows the column
 * @param absence what it means that there is no value
 */
record Target(Column column, String path, int place, RowOutput out, Absence absence) {

  /** The target of an array's elements. */
  Target ofElements() {
    return new Target(column, path, place, out, Absence.ELEMENT);
  }

  /**
   * Refuses the row because of this column's value.
   *
   * @param why what is wrong with the value, without its content
   * @param cure what to do
   */
  void refuse(String why, String cure) {
    out.refuse(
        new RowFault(
            ErrorCode.ROW_INVALID,
            path,
            "Column '"
                + path
                + "' is "
                + Refusals.describe(column)
                + ", and the value "
                + why
                + ". "
                + cure
                + "."));
  }
}
