package dev.penstock.core.sequence.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.sequence.SequenceSections;
import java.math.BigInteger;
import java.time.Instant;

/**
 * A place in a change stream of Spanner. Transactions that write different columns of a row may
 * share a commit timestamp, and with it the position. Immutable.
 *
 * @param commitNanos the commit timestamp in nanoseconds since 1970, 0 or more
 * @param recordSequence the record in its transaction and partition, unsigned
 * @param modNumber the modification in its record
 */
public record SpannerPosition(long commitNanos, long recordSequence, long modNumber)
    implements SourcePosition {
  private static final BigInteger NANOS_A_SECOND = BigInteger.valueOf(1_000_000_000);

  /**
   * A position of the change stream's own types.
   *
   * @param recordSequence decimal digits, zero-padded or not
   * @throws IngestException SEQUENCE_INVALID when a part is negative, is no number, or does not fit
   */
  public static SpannerPosition of(Instant commit, String recordSequence, int modNumber) {
    BigInteger nanos =
        BigInteger.valueOf(commit.getEpochSecond())
            .multiply(NANOS_A_SECOND)
            .add(BigInteger.valueOf(commit.getNano()));
    if (nanos.signum() < 0 || nanos.bitLength() >= Long.SIZE) {
      throw invalid("commit timestamp", "lies outside of 1970 to 2262");
    }
    if (modNumber < 0) {
      throw invalid("mod number", "is negative");
    }
    if (!recordSequence.matches("[0-9]{1,20}")
        || new BigInteger(recordSequence).bitLength() > Long.SIZE) {
      throw invalid("record sequence", "is no decimal number of 64 bits");
    }
    return new SpannerPosition(
        nanos.longValue(), Long.parseUnsignedLong(recordSequence), modNumber);
  }

  private static IngestException invalid(String part, String fault) {
    return new IngestException(
        ErrorCode.SEQUENCE_INVALID,
        "The "
            + part
            + " of a spanner change "
            + fault
            + ". Hand over what the change stream says, unchanged.");
  }

  static SpannerPosition read(SourceProperties source) {
    return new SpannerPosition(
        source.unsigned("ts_ns", Long.SIZE - 1),
        source.unsigned("sequence"),
        source.unsigned("mod_number", Integer.SIZE - 1));
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(commitNanos).add(recordSequence).add(modNumber);
  }
}
