package dev.penstock.benchmarks.append;

/** Sends appends of sample rows, many at a time. One owner thread. */
interface Appender extends AutoCloseable {
  /**
   * Encodes and sends one append, once fewer than so many have no answer.
   *
   * @param inFlight how many may be without an answer, this one included
   */
  void append(int inFlight) throws Exception;

  /** Waits for all answers. */
  void settle() throws Exception;

  /** How long each append took from its first byte to its answer; for the owner, when settled. */
  Latencies latencies();

  @Override
  void close() throws Exception;
}
