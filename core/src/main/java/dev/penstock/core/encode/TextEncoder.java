package dev.penstock.core.encode;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Columns whose wire form is text: STRING, JSON, GEOGRAPHY and INTERVAL. */
final class TextEncoder extends FieldEncoder {
  private final Target target;
  private final int place;
  private final RowOutput out;
  private final @Nullable Long maxLength;

  TextEncoder(SourceField field, Target target) {
    super(field, target);
    this.target = target;
    this.place = target.place();
    this.out = target.out();
    this.maxLength = target.column().maxLength();
  }

  @Override
  public void text(String value) {
    if (maxLength != null
        && value.length() > maxLength
        && value.codePointCount(0, value.length()) > maxLength) {
      refuseLength();
    } else if (!out.text(place, value)) {
      target.refuse(
          "holds half of a surrogate pair, which has no UTF-8 form", "Correct it at the source");
    }
  }

  @Override
  public void utf8(byte[] array, int offset, int length) {
    if (maxLength != null
        && length > maxLength
        && Utf8.countCharacters(array, offset, length) > maxLength) {
      refuseLength();
    } else if (!out.utf8(place, array, offset, length)) {
      target.refuse("is not UTF-8", "Correct it at the source, or make the column BYTES");
    }
  }

  private void refuseLength() {
    target.refuse("has more characters", "Shorten the value or widen the column");
  }

  /** From BOOL, as {@code true} and {@code false}: what a cast to STRING yields. */
  static final class FromBool extends FieldEncoder {
    private final TextEncoder text;

    FromBool(SourceField field, Target target) {
      super(field, target);
      this.text = new TextEncoder(field, target);
    }

    @Override
    public void bool(boolean value) {
      text.text(Boolean.toString(value));
    }
  }

  /** From whole numbers, as decimal digits. */
  static final class FromLong extends FieldEncoder {
    private final TextEncoder text;
    private final boolean unsigned;

    FromLong(SourceField field, Target target) {
      super(field, target);
      this.text = new TextEncoder(field, target);
      this.unsigned = field.kind() == ValueKind.UNSIGNED_LONG;
    }

    @Override
    public void number(long value) {
      text.text(unsigned ? Long.toUnsignedString(value) : Long.toString(value));
    }
  }

  /** From decimals, without exponent, all fraction digits kept. */
  static final class FromDecimal extends FieldEncoder {
    /** A plain form beyond this is an exponent written out, not a number somebody stored. */
    private static final int MAX_DIGITS = 100_000;

    private final Target target;
    private final TextEncoder text;

    FromDecimal(SourceField field, Target target) {
      super(field, target);
      this.target = target;
      this.text = new TextEncoder(field, target);
    }

    @Override
    public void decimal(BigDecimal value) {
      if (Math.abs((long) value.scale()) > MAX_DIGITS) {
        target.refuse("has an exponent beyond " + MAX_DIGITS, "Correct it at the source");
      } else {
        text.text(value.toPlainString());
      }
    }
  }
}
