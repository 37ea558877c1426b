package dev.penstock.core.encode;

import dev.penstock.core.sequence.SequenceNumber;
import java.math.BigInteger;

/**
 * Takes the values of one row, already checked and in the units of their column type. Knows no
 * source kinds. One owner thread.
 */
interface RowOutput {
  void bool(int tag, boolean value);

  void int64(int tag, long value);

  void float64(int tag, double value);

  /** A NUMERIC: {@code unscaled} times ten to the power of minus {@code scale}, 0 to 9. */
  void numeric(int tag, long unscaled, int scale);

  /** A NUMERIC or BIGNUMERIC as a whole number at the full scale of its type, 9 or 38. */
  void decimal(int tag, BigInteger unscaled);

  /**
   * A text.
   *
   * @return false when it holds a lone surrogate; nothing is written then
   */
  boolean text(int tag, String value);

  /**
   * A text as UTF-8.
   *
   * @return false when the bytes are not UTF-8; nothing is written then
   */
  boolean utf8(int tag, byte[] array, int offset, int length);

  void bytes(int tag, byte[] array, int offset, int length);

  /** Days since 1970-01-01. */
  void date(int tag, long days);

  /** Microseconds since midnight. */
  void time(int tag, long micros);

  /** Microseconds since 1970-01-01T00:00:00 of a calendar without a zone. */
  void datetime(int tag, long micros);

  /** Microseconds since 1970-01-01T00:00:00Z. */
  void timestamp(int tag, long micros);

  void sequence(int tag, SequenceNumber value);

  /**
   * Starts a STRUCT.
   *
   * @param lengthBytes how many bytes its length will probably take
   * @return where its content starts
   */
  int beginStruct(int tag, int lengthBytes);

  /**
   * Ends a STRUCT.
   *
   * @return how many bytes its length took
   */
  int endStruct(int start, int lengthBytes);

  /** Refuses the row; the first fault counts, and what is written after it is forgotten. */
  void refuse(RowFault fault);

  /** Whether the row is refused, so that the rest need not be written. */
  boolean isRefused();
}
