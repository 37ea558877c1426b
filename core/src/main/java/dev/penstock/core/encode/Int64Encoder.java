package dev.penstock.core.encode;

import java.math.BigDecimal;

/** INT64 columns. */
final class Int64Encoder implements FieldEncoder {
  private final int place;
  private final RowOutput out;

  /** Takes every kind whose access method is {@code longAt}, as the number it is. */
  Int64Encoder(SourceField field, Target target) {
    this.place = target.place();
    this.out = target.out();
  }

  @Override
  public void encode(RowReader row, int ordinal) {
    out.int64(place, row.longAt(ordinal));
  }

  /** From numbers whose 64 bits are unsigned. */
  static final class FromUnsigned implements FieldEncoder {
    private final Target target;

    FromUnsigned(SourceField field, Target target) {
      this.target = target;
    }

    @Override
    public void encode(RowReader row, int ordinal) {
      long value = row.longAt(ordinal);
      if (value < 0) {
        target.refuse("is above 2^63-1", "Make the column NUMERIC");
      } else {
        target.out().int64(target.place(), value);
      }
    }
  }

  /** From decimals without fraction. */
  static final class FromDecimal implements FieldEncoder {
    private static final int MAX_DIGITS = 19;

    private final Target target;

    FromDecimal(SourceField field, Target target) {
      this.target = target;
    }

    @Override
    public void encode(RowReader row, int ordinal) {
      BigDecimal value = row.decimalAt(ordinal);
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
