package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader.DecimalSink;
import java.math.BigDecimal;

/** Keeps one decimal as an object. One owner thread. */
final class ExactDecimal implements DecimalSink {
  private BigDecimal value = BigDecimal.ZERO;

  @Override
  public void decimal(long unscaled, int scale) {
    value = BigDecimal.valueOf(unscaled, scale);
  }

  @Override
  public void decimal(BigDecimal number) {
    value = number;
  }

  BigDecimal value() {
    return value;
  }
}
