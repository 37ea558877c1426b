package dev.penstock.cli.report;

import java.time.Duration;

/**
 * How far a run is at one moment. Immutable.
 *
 * @param phase what is going on
 * @param done rows or bytes that are behind; 0 where the phase has none
 * @param total rows or bytes that there are; 0 when nobody knows
 * @param bytes whether both are bytes
 * @param sentBytes encoded bytes of the rows that are behind; 0 where they are not sent
 * @param during how long the phase has taken so far
 */
record Progress(
    String phase, long done, long total, boolean bytes, long sentBytes, Duration during) {
  /**
   * The phase, what is behind and how fast, for one line.
   *
   * @param withTotal whether to tell what there is, where that is known
   */
  String text(boolean withTotal) {
    StringBuilder text = new StringBuilder(phase);
    if (done > 0) {
      text.append("  ").append(bytes ? Quantities.bytes(done) : Quantities.count(done));
      if (withTotal && total > 0) {
        text.append(" of ").append(bytes ? Quantities.bytes(total) : Quantities.count(total));
      }
      text.append(bytes ? "" : " rows");
      text.append(sentBytes == 0 ? "" : "  " + Quantities.bytes(sentBytes));
      String rate = bytes ? "" : Quantities.rate(done, during);
      text.append(rate.isEmpty() ? "" : "  " + rate);
    }
    return text.append("  ").append(Quantities.time(during)).toString();
  }

  /** The part that is done, 0 to 1; negative when nobody knows. */
  double part() {
    return total <= 0 ? -1 : Math.min(1, (double) done / total);
  }
}
