package dev.penstock.core.sequence;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;

/** The sections of one sequence number while it is put together. Reusable; one owner thread. */
public final class SequenceSections {
  private final long[] values = new long[SequenceNumber.MAX_SECTIONS];
  private int count;

  /** Forgets all sections. */
  public SequenceSections clear() {
    count = 0;
    return this;
  }

  /**
   * Adds a section on the right.
   *
   * @throws IngestException with {@code SEQUENCE_INVALID} when there are four already
   */
  public SequenceSections add(long unsigned) {
    if (count == values.length) {
      throw new IngestException(
          ErrorCode.SEQUENCE_INVALID,
          "A change sequence number was refused: it has more than 4 sections (CDC-023). Use fewer"
              + " sequence fields, or drop the epoch or the offset.");
    }
    values[count++] = unsigned;
    return this;
  }

  /** How many sections there are. */
  public int count() {
    return count;
  }

  /** The number made of the sections so far, at least one. */
  public SequenceNumber toNumber() {
    long second = count > 1 ? values[1] : 0;
    long third = count > 2 ? values[2] : 0;
    long fourth = count > 3 ? values[3] : 0;
    return new SequenceNumber(count, values[0], second, third, fourth);
  }
}
