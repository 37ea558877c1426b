package dev.penstock.local.service;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A line of the price list. Immutable.
 *
 * @param usd what a unit costs in US dollars; null where no source states it
 * @param unit as it is written, for example {@code GiB}
 * @param unitBytes how many bytes a unit has
 * @param note what the price does not say
 * @param facts the ids of the facts that state it
 * @param source where they have it from
 * @param date when it was last seen there
 */
public record Price(
    BilledPath path,
    @Nullable BigDecimal usd,
    String unit,
    long unitBytes,
    String note,
    String facts,
    String source,
    String date) {
  private static final int AMOUNT_DIGITS = 12;

  /** What bytes cost, free tiers not subtracted; null where no price is stated. */
  public @Nullable BigDecimal amount(long bytes) {
    return usd == null
        ? null
        : usd.multiply(BigDecimal.valueOf(bytes))
            .divide(BigDecimal.valueOf(unitBytes), AMOUNT_DIGITS, RoundingMode.HALF_UP)
            .stripTrailingZeros();
  }
}
