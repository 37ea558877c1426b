package dev.penstock.core.encode;

/** FLOAT64 columns. Not-a-number and infinities are stored as such. */
final class Float64Encoder implements FieldEncoder {
  private final int place;
  private final RowOutput out;

  Float64Encoder(SourceField field, Target target) {
    this.place = target.place();
    this.out = target.out();
  }

  @Override
  public void encode(RowReader row, int ordinal) {
    out.float64(place, row.doubleAt(ordinal));
  }

  /** From whole numbers that a FLOAT64 holds exactly. */
  static final class FromLong implements FieldEncoder {
    private final Target target;

    FromLong(SourceField field, Target target) {
      this.target = target;
    }

    @Override
    public void encode(RowReader row, int ordinal) {
      long value = row.longAt(ordinal);
      double rounded = value;
      if ((long) rounded != value || value == Long.MAX_VALUE) {
        target.refuse("is a whole number that FLOAT64 cannot hold", "Make the column INT64");
      } else {
        target.out().float64(target.place(), rounded);
      }
    }
  }

  /** From decimals, rounded to the nearest FLOAT64: the column's type asks for no more. */
  static final class FromDecimal implements FieldEncoder {
    private final Target target;

    FromDecimal(SourceField field, Target target) {
      this.target = target;
    }

    @Override
    public void encode(RowReader row, int ordinal) {
      double value = row.decimalAt(ordinal).doubleValue();
      if (Double.isInfinite(value)) {
        target.refuse("is beyond 1.7E308", "Make the column STRING");
      } else {
        target.out().float64(target.place(), value);
      }
    }
  }
}
