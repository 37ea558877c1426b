package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.SequenceSections;

/**
 * A cluster time of MongoDB. Changes of one transaction share it. Rows of a snapshot stand where
 * the snapshot was taken. Immutable.
 *
 * @param seconds since 1970, 0 to 2^32-1
 * @param ordinal the operation within the second, 0 to 2^32-1
 */
public record MongoPosition(long seconds, long ordinal) implements SourcePosition {
  private static final long MILLIS_A_SECOND = 1000;

  /** Checks that both are halves of one section. */
  public MongoPosition {
    if ((seconds | ordinal) >>> Integer.SIZE != 0) {
      throw new IllegalArgumentException(
          "cluster time: " + seconds + ", " + ordinal + " (expected: 0..2^32-1 each)");
    }
  }

  static MongoPosition read(SourceProperties source) {
    long millis = source.unsigned("ts_ms");
    long seconds = Long.divideUnsigned(millis, MILLIS_A_SECOND);
    if (seconds * MILLIS_A_SECOND != millis || seconds >>> Integer.SIZE != 0) {
      throw source.refused(
          "ts_ms", "is no cluster time (expected: whole seconds before 2106, in milliseconds)");
    }
    return new MongoPosition(seconds, source.unsigned("ord", Integer.SIZE));
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(seconds << Integer.SIZE | ordinal);
  }
}
