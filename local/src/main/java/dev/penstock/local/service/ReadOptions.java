package dev.penstock.local.service;

/**
 * How the Storage Read API cuts and keeps rows. Immutable.
 *
 * @param sessionBytes what all live sessions may hold together; default 512 MiB
 * @param streamBytes a session gets one stream for each begun piece of this size; default 200 MB
 *     (RA-009)
 * @param responseRows the most rows of a response; default 16384
 * @param responseBytes the most bytes of rows of a response, one larger row excepted; default 1 MiB
 * @param refuseUnapplied refuse sessions on a table whose changes would have to be merged to be
 *     fresh enough, as the service does (CDC-054); default false: they are merged as by a query
 */
public record ReadOptions(
    long sessionBytes,
    long streamBytes,
    int responseRows,
    int responseBytes,
    boolean refuseUnapplied) {
  /** Checks the bounds. */
  public ReadOptions {
    check("sessionBytes", sessionBytes);
    check("streamBytes", streamBytes);
    check("responseRows", responseRows);
    check("responseBytes", responseBytes);
  }

  private static void check(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: at least 1)");
    }
  }

  /** All defaults. */
  public static ReadOptions defaults() {
    return new ReadOptions(512L << 20, 200_000_000, 16_384, 1 << 20, false);
  }

  /** With another limit for all live sessions. */
  public ReadOptions withSessionBytes(long bytes) {
    return new ReadOptions(bytes, streamBytes, responseRows, responseBytes, refuseUnapplied);
  }

  /** With smaller or larger streams. */
  public ReadOptions withStreamBytes(long bytes) {
    return new ReadOptions(sessionBytes, bytes, responseRows, responseBytes, refuseUnapplied);
  }

  /** With smaller or larger responses. */
  public ReadOptions withResponses(int rows, int bytes) {
    return new ReadOptions(sessionBytes, streamBytes, rows, bytes, refuseUnapplied);
  }

  /** Refuses sessions on tables with unapplied changes. */
  public ReadOptions withUnappliedRefused() {
    return new ReadOptions(sessionBytes, streamBytes, responseRows, responseBytes, true);
  }
}
