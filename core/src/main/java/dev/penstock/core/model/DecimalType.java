package dev.penstock.core.model;

/**
 * Which digits the exact number types hold, and which parameters they take (RT-037, WA-137,
 * WA-138). Immutable.
 */
public enum DecimalType {
  NUMERIC(38, 29, 9),
  /** Of its 39th digit before the point not all values fit: 5.7896E38 is the limit. */
  BIGNUMERIC(77, 38, 38);

  private final int digits;
  private final int wholeDigits;
  private final int fractionDigits;

  DecimalType(int digits, int wholeDigits, int fractionDigits) {
    this.digits = digits;
    this.wholeDigits = wholeDigits;
    this.fractionDigits = fractionDigits;
  }

  /**
   * The rules of a column type.
   *
   * @throws IllegalArgumentException if it is neither NUMERIC nor BIGNUMERIC
   */
  public static DecimalType of(ColumnType type) {
    return valueOf(type.name());
  }

  /** The fraction digits that a NUMERIC or BIGNUMERIC column keeps. */
  public static int fractionDigitsOf(Column column) {
    if (column.precision() == null) {
      return of(column.type()).fractionDigits;
    }
    return column.scale() == null ? 0 : column.scale();
  }

  /** The digits before the point of which every number fits into a column. */
  public static int wholeDigitsOf(Column column) {
    return column.precision() == null
        ? of(column.type()).wholeDigits
        : column.precision() - fractionDigitsOf(column);
  }

  /** All digits of the longest number. */
  public int digits() {
    return digits;
  }

  /** The digits before the point of the longest number. */
  public int longestWholeDigits() {
    return digits - fractionDigits;
  }

  /** The most fraction digits. */
  public int fractionDigits() {
    return fractionDigits;
  }

  /** Whether every number of so many digits before and behind the point fits. */
  public boolean holds(int whole, int fraction) {
    return whole <= wholeDigits && fraction <= fractionDigits;
  }

  /** Whether the service takes these parameters. */
  public boolean allows(int precision, int scale) {
    return scale >= 0
        && scale <= fractionDigits
        && precision >= Math.max(1, scale)
        && precision - scale <= wholeDigits;
  }

  /** The parameters that the service takes, for messages. */
  public String rule() {
    return name()
        + "(P,S) with S of 0 to "
        + fractionDigits
        + " and P of max(1,S) to S+"
        + wholeDigits;
  }
}
