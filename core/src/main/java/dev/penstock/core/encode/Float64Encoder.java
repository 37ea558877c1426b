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
    private final Target target;

    FromLong(SourceField field, Target target) {
      super(field, target);
      this.target = target;
    }

    @Override
    public void number(long value) {
      double rounded = value;
      if ((long) rounded != value || value == Long.MAX_VALUE) {
        target.refuse("is a whole number that FLOAT64 cannot hold", "Make the column INT64");
      } else {
        target.out().float64(target.place(), rounded);
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
