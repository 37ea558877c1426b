package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;

/**
 * {@code google.protobuf.Timestamp} in microseconds since 1970, finer digits cut off towards the
 * past. Immutable.
 */
record ProtoTimestamp(String path) implements ProtoForm {
  private static final long FIRST_SECOND = -62_135_596_800L;
  private static final long LAST_SECOND = 253_402_300_799L;
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  @Override
  public long toLong(ProtoTape tape, int cell) {
    int block = tape.block(cell);
    long seconds = tape.value(block);
    long nanos = tape.value(block + 1);
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos >= NANOS_PER_SECOND) {
      throw new RowFaultException(
          path,
          "Field '"
              + path
              + "' is no google.protobuf.Timestamp: its seconds do not lie in"
              + " 0001-01-01..9999-12-31, or its nanos not in 0..999999999. Correct it upstream.");
    }
    return seconds * 1_000_000 + nanos / 1_000;
  }
}
