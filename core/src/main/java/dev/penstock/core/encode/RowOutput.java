package dev.penstock.core.encode;

import dev.penstock.core.sequence.SequenceNumber;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Takes the values of rows, already checked and in the units of their column type. Knows no source
 * kinds. Values come in the order of the source's fields, each with the place of its column; a
 * field without a value is {@link #absent}. One owner thread.
 */
interface RowOutput {
  /** The number by which this output knows a column; the elements of an array share its place. */
  int place(TaggedColumn column);

  /**
   * Starts a row behind the rows of a buffer.
   *
   * @param maxBytes the largest row, frames not counted
   */
  void begin(RowBuffer target, int maxBytes);

  /**
   * Ends the row: adds it to the buffer, or leaves the buffer as it was.
   *
   * @return why the row is refused; null when it is in the buffer
   */
  @Nullable RowFault finish();

  /** No value: NULL, or an empty array. */
  void absent(int place);

  void bool(int place, boolean value);

  void int64(int place, long value);

  void float64(int place, double value);

  /** A NUMERIC: {@code unscaled} times ten to the power of minus {@code scale}, 0 to 9. */
  void numeric(int place, long unscaled, int scale);

  /** A NUMERIC or BIGNUMERIC as a whole number at the full scale of its type, 9 or 38. */
  void decimal(int place, BigInteger unscaled);

  /**
   * A text.
   *
   * @return false when it holds a lone surrogate; nothing is written then
   */
  boolean text(int place, String value);

  /**
   * A text as UTF-8.
   *
   * @return false when the bytes are not UTF-8; nothing is written then
   */
  boolean utf8(int place, byte[] array, int offset, int length);

  void bytes(int place, byte[] array, int offset, int length);

  /** Days since 1970-01-01. */
  void date(int place, long days);

  /** Microseconds since midnight. */
  void time(int place, long micros);

  /** Microseconds since 1970-01-01T00:00:00 of a calendar without a zone. */
  void datetime(int place, long micros);

  /** Microseconds since 1970-01-01T00:00:00Z. */
  void timestamp(int place, long micros);

  void sequence(int place, SequenceNumber value);

  /**
   * Starts a STRUCT.
   *
   * @param lengthBytes how many bytes its length will probably take
   * @return where its content starts
   */
  int beginStruct(int place, int lengthBytes);

  /**
   * Ends a STRUCT.
   *
   * @return how many bytes its length took
   */
  int endStruct(int start, int lengthBytes);

  /** Starts an array; its elements follow, with the place of the array. */
  void beginList(int size);

  /** Ends an array. */
  void endList();

  /** Refuses the row; the first fault counts, and what is written after it is forgotten. */
  void refuse(RowFault fault);

  /** Whether the row is refused, so that the rest need not be written. */
  boolean isRefused();
}
