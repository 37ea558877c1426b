package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Checks numbers against a NUMERIC or BIGNUMERIC column and writes them (WA-137, WA-138). Fraction
 * digits beyond the column's scale are refused unless they are zeros: nothing is rounded.
 */
final class DecimalWriter implements RowReader.DecimalSink {
  /** The limit within the longest digits. */
  private static final int MAX_BITS = 255;

  private final Target target;
  private final int place;
  private final RowOutput out;
  private final boolean big;
  private final int fullScale;
  private final int integerDigits;
  private final int scale;

  /** For each scale that is written without objects, the first number that is not. */
  private final long[] bounds;

  DecimalWriter(Target target) {
    Column column = target.column();
    this.target = target;
    this.place = target.place();
    this.out = target.out();
    this.big = column.type() == ColumnType.BIGNUMERIC;
    DecimalType type = DecimalType.of(column.type());
    this.fullScale = type.fractionDigits();
    this.scale = DecimalType.fractionDigitsOf(column);
    this.integerDigits =
        column.precision() == null ? type.longestWholeDigits() : DecimalType.wholeDigitsOf(column);
    this.bounds = new long[big ? 0 : scale + 1];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = Decimals.powerOfTen(Math.min(Decimals.MAX_LONG_DIGITS, integerDigits + i));
    }
  }

  @Override
  public void decimal(long unscaled, int valueScale) {
    if (isSmall(unscaled, valueScale)) {
      out.numeric(place, unscaled, valueScale);
    } else {
      decimal(BigDecimal.valueOf(unscaled, valueScale));
    }
  }

  private boolean isSmall(long unscaled, int valueScale) {
    return valueScale >= 0
        && valueScale < bounds.length
        && unscaled < bounds[valueScale]
        && unscaled > -bounds[valueScale];
  }

  @Override
  public void decimal(BigDecimal value) {
    int valueScale = value.scale();
    int precision = value.precision();
    if ((long) precision - valueScale > integerDigits && value.signum() != 0) {
      refuseRange();
    } else if (!big
        && precision <= Decimals.MAX_LONG_DIGITS
        && valueScale >= 0
        && valueScale <= scale) {
      // Unlike unscaledValue(), this leaves no object behind.
      out.numeric(place, value.scaleByPowerOfTen(valueScale).longValue(), valueScale);
    } else {
      writeLarge(value);
    }
  }

  private void writeLarge(BigDecimal value) {
    if (value.signum() == 0) {
      out.decimal(place, BigInteger.ZERO);
      return;
    }
    BigDecimal stripped = value.scale() > scale ? value.stripTrailingZeros() : value;
    if (stripped.scale() > scale) {
      target.refuse(
          "has more than " + scale + " fraction digits", "Round the value or widen the column");
      return;
    }
    BigInteger unscaled = stripped.setScale(fullScale).unscaledValue();
    if (unscaled.bitLength() > MAX_BITS) {
      refuseRange();
    } else {
      out.decimal(place, unscaled);
    }
  }

  private void refuseRange() {
    target.refuse(
        "has more than " + integerDigits + " digits before the point or is out of range",
        big ? "Make the column wider, or STRING" : "Make the column wider, or BIGNUMERIC");
  }
}
