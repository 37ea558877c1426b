package dev.penstock.core.encode;

import java.math.BigDecimal;
import java.math.BigInteger;

/** NUMERIC and BIGNUMERIC columns. */
final class NumericEncoder extends FieldEncoder {
  private final DecimalWriter writer;

  NumericEncoder(SourceField field, Target target) {
    super(field, target);
    this.writer = new DecimalWriter(target);
  }

  @Override
  public void decimal(long unscaled, int scale) {
    writer.decimal(unscaled, scale);
  }

  @Override
  public void decimal(BigDecimal value) {
    writer.decimal(value);
  }

  /** From whole numbers. */
  static final class FromLong extends FieldEncoder {
    private final DecimalWriter writer;

    FromLong(SourceField field, Target target) {
      super(field, target);
      this.writer = new DecimalWriter(target);
    }

    @Override
    public void number(long value) {
      writer.decimal(value, 0);
    }
  }

  /** From numbers whose 64 bits are unsigned. */
  static final class FromUnsigned extends FieldEncoder {
    private final DecimalWriter writer;

    FromUnsigned(SourceField field, Target target) {
      super(field, target);
      this.writer = new DecimalWriter(target);
    }

    @Override
    public void number(long value) {
      if (value >= 0) {
        writer.decimal(value, 0);
      } else {
        writer.decimal(new BigDecimal(new BigInteger(Long.toUnsignedString(value))));
      }
    }
  }

  /** From texts that hold a decimal number. */
  static final class FromText extends FieldEncoder {
    /** Bounds the work for a text that can be no number of these types. */
    private static final int MAX_CHARACTERS = 1000;

    private final Target target;
    private final DecimalWriter writer;

    FromText(SourceField field, Target target) {
      super(field, target);
      this.target = target;
      this.writer = new DecimalWriter(target);
    }

    @Override
    public void text(String value) {
      BigDecimal number;
      try {
        number = value.length() > MAX_CHARACTERS ? null : new BigDecimal(value);
      } catch (NumberFormatException e) {
        number = null;
      }
      if (number == null) {
        target.refuse("is no decimal number", "Correct the value or make the column STRING");
      } else {
        writer.decimal(number);
      }
    }
  }
}
