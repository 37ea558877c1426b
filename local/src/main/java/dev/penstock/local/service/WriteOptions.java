package dev.penstock.local.service;

import java.time.Duration;

/**
 * What the Storage Write API takes, and what it knows late. Immutable.
 *
 * @param maxRequestBytes the largest AppendRows request with its envelope; default {@link
 *     #MAX_REQUEST_BYTES}
 * @param idleTime after how much time without traffic a connection is closed, on the server's
 *     clock; default 600 seconds (WA-056)
 * @param deletesNeedRequired refuse a DELETE that omits a REQUIRED column outside the key (CDC-013
 *     leaves it open); default true
 * @param newTables which calls find a new table missing; default none
 * @param newColumns how long appends do not know new columns; default no time
 */
public record WriteOptions(
    int maxRequestBytes,
    Duration idleTime,
    boolean deletesNeedRequired,
    NewTables newTables,
    NewColumns newColumns) {
  /** WA-066. */
  public static final int MAX_REQUEST_BYTES = 20 << 20;

  /** What it was until about 2025 (WA-067). */
  public static final int FORMER_MAX_REQUEST_BYTES = 10 << 20;

  /**
   * Calls that are answered as if a table that was just created were missing (WA-038, WA-184).
   * Appends never are.
   *
   * @param seed decides, together with the table's name, which tables it meets
   * @param window how long a table is new, on the server's clock
   * @param createStream the share of tables whose first CreateWriteStream is denied
   * @param flush the share of tables whose first FlushRows is denied
   */
  public record NewTables(long seed, Duration window, double createStream, double flush) {
    /** Checks the shares. */
    public NewTables {
      checkShare("createStream", createStream);
      checkShare("flush", flush);
    }

    /** Every call finds a new table. */
    public static NewTables knownAtOnce() {
      return new NewTables(0, Duration.ZERO, 0, 0);
    }

    /** As it was measured on the service: 23 % and 8 % within a minute. */
    public static NewTables asMeasured(long seed) {
      return new NewTables(seed, Duration.ofMinutes(1), 0.23, 0.08);
    }
  }

  /**
   * How long appends go on with the columns that a table had before (WA-163, WA-165, WA-167).
   *
   * @param seed decides, together with the table's name, which changes are late
   * @param usual how long it takes
   * @param lateShare the share of changes that take {@code late} instead
   * @param late how long a late one takes
   */
  public record NewColumns(long seed, Duration usual, double lateShare, Duration late) {
    /** Checks the share. */
    public NewColumns {
      checkShare("lateShare", lateShare);
    }

    /** The next append knows them. */
    public static NewColumns knownAtOnce() {
      return new NewColumns(0, Duration.ZERO, 0, Duration.ZERO);
    }

    /** As it was measured on the service: about 35 seconds, one time in seven near two hours. */
    public static NewColumns asMeasured(long seed) {
      return new NewColumns(seed, Duration.ofSeconds(35), 1.0 / 7, Duration.ofHours(2));
    }
  }

  /** Checks the bounds. */
  public WriteOptions {
    if (maxRequestBytes < 1 || maxRequestBytes > MAX_REQUEST_BYTES) {
      throw new IllegalArgumentException(
          "maxRequestBytes: " + maxRequestBytes + " (expected: 1.." + MAX_REQUEST_BYTES + ")");
    }
    if (idleTime.isZero() || idleTime.isNegative()) {
      throw new IllegalArgumentException("idleTime: " + idleTime + " (expected: more than 0)");
    }
  }

  private static void checkShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + ": " + share + " (expected: 0..1)");
    }
  }

  /** All defaults. */
  public static WriteOptions defaults() {
    return new WriteOptions(
        MAX_REQUEST_BYTES,
        Duration.ofMinutes(10),
        true,
        NewTables.knownAtOnce(),
        NewColumns.knownAtOnce());
  }

  /** With another limit of requests. */
  public WriteOptions withMaxRequestBytes(int bytes) {
    return new WriteOptions(bytes, idleTime, deletesNeedRequired, newTables, newColumns);
  }

  /** With another time after which a connection is closed. */
  public WriteOptions withIdleTime(Duration time) {
    return new WriteOptions(maxRequestBytes, time, deletesNeedRequired, newTables, newColumns);
  }

  /** Takes a DELETE that omits REQUIRED columns outside the key. */
  public WriteOptions withLenientDeletes() {
    return new WriteOptions(maxRequestBytes, idleTime, false, newTables, newColumns);
  }

  /** With calls that find new tables missing. */
  public WriteOptions withNewTables(NewTables tables) {
    return new WriteOptions(maxRequestBytes, idleTime, deletesNeedRequired, tables, newColumns);
  }

  /** With appends that know new columns late. */
  public WriteOptions withNewColumns(NewColumns columns) {
    return new WriteOptions(maxRequestBytes, idleTime, deletesNeedRequired, newTables, columns);
  }
}
