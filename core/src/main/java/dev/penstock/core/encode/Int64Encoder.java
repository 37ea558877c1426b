package dev.penstock.core.encode;

import java.math.BigDecimal;

/** INT64 columns. */
final class Int64Encoder extends FieldEncoder {
  private final int place;
  private final RowOutput out;

  /** Takes every number as it is, whatever it counts. */
  Int64Encoder(SourceField field, Target target) {
    super(field, target);
    this.place = target.place();
    this.out = target.out();
  }

  @Override
  public void number(long value) {
    out.int64(place, value);
  }

  /** From numbers whose 64 bits are unsigned. */
  static final class FromUnsigned extends FieldEncoder {
    private final Target target;

    FromUnsigned(SourceField field, Target target) {
      super(field, target);
      this.target = target;
    }

    @Override
    public void number(long value) {
      if (value < 0) {
        target.refuse("is above 2^63-1", "Make the column NUMERIC");
      } else {
        target.out().int64(target.place(), value);
      }
    }
  }

  /** From decimals without fraction. */
  static final class FromDecimal extends FieldEncoder {
    private static final int MAX_DIGITS = 19;

    private final Target target;

    FromDecimal(SourceField field, Target target) {
      super(field, target);
      this.target = target;
    }

    @Override
    public void decimal(BigDecimal value) {
      if (value.signum() == 0) {
        target.out().int64(target.place(), 0);
        return;
      }
      if ((long) value.precision() - value.scale() > MAX_DIGITS) {
        refuseRange();
        return;
      }
      BigDecimal whole = value.scale() > 0 ? value.stripTrailingZeros() : value;
      if (whole.scale() > 0) {
        target.refuse("has fraction digits", "Make the column NUMERIC");
      } else if (whole.toBigInteger().bitLength() >= Long.SIZE) {
        refuseRange();
      } else {
        target.out().int64(target.place(), whole.longValue());
      }
    }

    private void refuseRange() {
      target.refuse("does not lie in -2^63..2^63-1", "Make the column NUMERIC");
    }
  }
}
