package dev.penstock.cli.column;

/** Which digits the exact number types hold, and which parameters they take (RT-037). Immutable. */
enum Decimals {
  NUMERIC(29, 9),
  BIGNUMERIC(38, 38);

  private final int wholeDigits;
  private final int fractionDigits;

  Decimals(int wholeDigits, int fractionDigits) {
    this.wholeDigits = wholeDigits;
    this.fractionDigits = fractionDigits;
  }

  /** Whether every number of so many digits before and behind the point fits. */
  boolean holds(int whole, int fraction) {
    return whole <= wholeDigits && fraction <= fractionDigits;
  }

  /** Whether the service takes these parameters. */
  boolean allows(int precision, int scale) {
    return scale <= fractionDigits
        && precision >= Math.max(1, scale)
        && precision - scale <= wholeDigits;
  }

  /** The parameters that the service takes, for messages. */
  String rule() {
    return name()
        + "(P,S) with S of 0 to "
        + fractionDigits
        + " and P of max(1,S) to S+"
        + wholeDigits;
  }
}
