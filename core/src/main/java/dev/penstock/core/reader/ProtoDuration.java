package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;

/** {@code google.protobuf.Duration} in microseconds, finer digits cut off. Immutable. */
record ProtoDuration(String path) implements ProtoForm {
  private static final long MAX_SECONDS = 315_576_000_000L;
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  @Override
  public long toLong(ProtoTape tape, int cell) {
    int block = tape.block(cell);
    long seconds = tape.value(block);
    long nanos = tape.value(block + 1);
    boolean tooLong = seconds < -MAX_SECONDS || seconds > MAX_SECONDS;
    boolean noFraction = nanos <= -NANOS_PER_SECOND || nanos >= NANOS_PER_SECOND;
    boolean twoSigns = (seconds > 0 && nanos < 0) || (seconds < 0 && nanos > 0);
    if (tooLong || noFraction || twoSigns) {
      throw new RowFaultException(
          path,
          "Field '"
              + path
              + "' is no google.protobuf.Duration: its seconds lie beyond 10000 years, its nanos"
              + " are a second or more, or the two have different signs. Correct it upstream.");
    }
    return seconds * 1_000_000 + nanos / 1_000;
  }
}
