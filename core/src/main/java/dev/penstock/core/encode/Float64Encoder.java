package dev.penstock.core.encode;

import java.math.BigDecimal;

/** FLOAT64 columns. Not-a-number and infinities are stored as such. */
final class Float64Encoder extends FieldEncoder {
  private final int place;
  private final RowOutput out;

  Float64Encoder(SourceField field, Target target) {
    super(field, target);
    this.place = target.place();
    this.out = target.out();
  }

  @Override
  public void number(double value) {
    out.float64(place, value);
  }

  /** From whole numbers that a FLOAT64 holds exactly. */
  static final class FromLong extends FieldEncoder {
    private static final int DIGITS = 53;
    private static final double TWO_TO_64 = 0x1p64;

    private final Target target;
    private final boolean unsigned;

    FromLong(SourceField field, Target target) {
      super(field, target);
      this.target = target;
      this.unsigned = field.kind() == ValueKind.UNSIGNED_LONG;
    }

    @Override
    public void number(long value) {
      long significant = unsigned ? value : Math.abs(value);
      int digits =
          Long.SIZE
              - Long.numberOfLeadingZeros(significant)
              - Long.numberOfTrailingZeros(significant);
      if (digits > DIGITS) {
        target.refuse(
            "is a whole number that FLOAT64 cannot hold",
            unsigned ? "Make the column NUMERIC" : "Make the column INT64");
      } else {
        // The signed reading of 64 bits is 2^64 below the unsigned one.
        double number = value;
        target.out().float64(target.place(), unsigned && value < 0 ? number + TWO_TO_64 : number);
      }
    }
  }

  /** From decimals, rounded to the nearest FLOAT64: the column's type asks for no more. */
  static final class FromDecimal extends FieldEncoder {
    private final Target target;

    FromDecimal(SourceField field, Target target) {
      super(field, target);
      this.target = target;
    }

    @Override
    public void decimal(BigDecimal decimal) {
      double value = decimal.doubleValue();
      if (Double.isInfinite(value)) {
        target.refuse("is beyond 1.7E308", "Make the column STRING");
      } else {
        target.out().float64(target.place(), value);
      }
    }
  }
}
