package dev.penstock.core.sequence;

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
   * @throws IllegalStateException when there are four already (CDC-023)
   */
  public SequenceSections add(long unsigned) {
    if (count == values.length) {
      throw new IllegalStateException(
          "sections: 5 (expected: at most 4; use fewer fields, or drop the epoch)");
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
