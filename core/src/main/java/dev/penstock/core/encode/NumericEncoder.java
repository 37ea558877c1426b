package dev.penstock.core.encode;

import java.math.BigDecimal;
import java.math.BigInteger;

/** NUMERIC and BIGNUMERIC columns. */
final class NumericEncoder implements FieldEncoder {
  private final DecimalWriter writer;

  NumericEncoder(SourceField field, Target target) {
    this.writer = new DecimalWriter(target);
  }

  @Override
  public void encode(RowReader row, int ordinal) {
    row.decimal(ordinal, writer);
  }

  /** From whole numbers. */
  static final class FromLong implements FieldEncoder {
    private final DecimalWriter writer;

    FromLong(SourceField field, Target target) {
      this.writer = new DecimalWriter(target);
    }

    @Override
    public void encode(RowReader row, int ordinal) {
      writer.decimal(row.longAt(ordinal), 0);
    }
  }

  /** From numbers whose 64 bits are unsigned. */
  static final class FromUnsigned implements FieldEncoder {
    private final DecimalWriter writer;

    FromUnsigned(SourceField field, Target target) {
      this.writer = new DecimalWriter(target);
    }

    @Override
    public void encode(RowReader row, int ordinal) {
      long value = row.longAt(ordinal);
      if (value >= 0) {
        writer.decimal(value, 0);
      } else {
        writer.decimal(new BigDecimal(new BigInteger(Long.toUnsignedString(value))));
      }
    }
  }

  /** From texts that hold a decimal number. */
  static final class FromText implements TextFieldEncoder {
    /** Bounds the work for a text that can be no number of these types. */
    private static final int MAX_CHARACTERS = 1000;

    private final Target target;
    private final DecimalWriter writer;

    FromText(SourceField field, Target target) {
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
