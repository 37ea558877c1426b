package dev.penstock.core.table;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.DecimalType;

/** Which columns hold all values of others. */
final class Widening {
  private Widening() {}

  /** Whether the parameters of a column leave room for all values of one of the same type. */
  static boolean hasRoom(Column live, Column wanted) {
    if (live.maxLength() != null
        && (wanted.maxLength() == null || wanted.maxLength() > live.maxLength())) {
      return false;
    }
    return live.precision() == null
        || (wanted.precision() != null
            && DecimalType.wholeDigitsOf(live) >= DecimalType.wholeDigitsOf(wanted)
            && DecimalType.fractionDigitsOf(live) >= DecimalType.fractionDigitsOf(wanted));
  }
}
