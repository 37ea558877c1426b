package dev.penstock.local.rows;

import dev.penstock.local.rows.StreamException.Reason;

/**
 * A write stream's state outside the database. The owner thread is its table's shard; the volatile
 * fields may be read by all.
 */
final class StoredStream {
  private volatile StreamRecord stored;
  private volatile long rows;
  private volatile long lastUseMillis;
  private volatile boolean dropped;
  private long reservedRows;
  private long stagedBytes;

  /**
   * A stream.
   *
   * @param rows how many rows were appended
   */
  StoredStream(StreamRecord stored, long rows, long nowMillis) {
    this.stored = stored;
    this.rows = rows;
    this.reservedRows = rows;
    this.lastUseMillis = nowMillis;
  }

  StreamRecord stored() {
    return stored;
  }

  StreamSnapshot snapshot() {
    StreamRecord now = stored;
    return new StreamSnapshot(
        now.id(),
        now.kind(),
        rows,
        now.tableRows(),
        now.finalized(),
        now.createMillis(),
        now.commitMillis());
  }

  boolean isCommittedKind() {
    return stored.kind() == StreamKind.COMMITTED;
  }

  void use(long nowMillis) {
    lastUseMillis = nowMillis;
  }

  boolean isExpired(long nowMillis) {
    return nowMillis - lastUseMillis > stored.kind().idleLife().toMillis();
  }

  void drop() {
    dropped = true;
  }

  boolean isDropped() {
    return dropped;
  }

  /**
   * Takes the next offsets for rows that are about to be stored.
   *
   * @param wanted the offset of the first; negative for the end of the stream (WA-072)
   * @return the offset of the first
   */
  long reserve(long wanted, int count) {
    checkOpen();
    if (wanted >= 0 && wanted != reservedRows) {
      boolean exists = wanted < reservedRows;
      throw new StreamException(
          exists ? Reason.OFFSET_EXISTS : Reason.OFFSET_BEYOND_END,
          "The offset is %s stream, expected offset %d, received %d"
              .formatted(exists ? "within" : "beyond", reservedRows, wanted));
    }
    long first = reservedRows;
    reservedRows += count;
    return first;
  }

  /** Gives up what was reserved and not stored. */
  void release() {
    reservedRows = rows;
  }

  /**
   * Reserved rows are stored.
   *
   * @param end the offset after the last of them
   */
  void keep(long end, long bytes) {
    rows = end;
    if (isCommittedKind()) {
      stored = stored.withTableRows(rows);
    } else {
      stagedBytes += bytes;
    }
  }

  /** The record of a COMMITTED stream once the reserved rows are stored. */
  StreamRecord withReserved() {
    return stored.withTableRows(reservedRows);
  }

  void checkOpen() {
    checkThere();
    if (stored.finalized()) {
      throw StreamException.finalized();
    }
  }

  void checkThere() {
    if (dropped) {
      throw StreamException.notFound();
    }
  }

  /** Refuses a flush that moves nothing (WA-179 to WA-183). */
  void checkFlush(long offset) {
    checkOpen();
    if (stored.kind() != StreamKind.BUFFERED) {
      throw new StreamException(
          Reason.WRONG_KIND, "FlushRows is not supported on streams of type " + stored.kind());
    }
    if (offset >= rows) {
      throw new StreamException(
          Reason.FLUSH_BEYOND_END, "Offset " + offset + " is beyond the end of the stream");
    }
    if (offset < stored.tableRows()) {
      throw new StreamException(
          Reason.FLUSHED_BEFORE, "Offset " + offset + " has already been flushed");
    }
  }

  /** Refuses a commit (WA-188 to WA-190). */
  void checkCommit() {
    checkThere();
    if (stored.kind() != StreamKind.PENDING) {
      throw new StreamException(
          Reason.WRONG_KIND,
          "Stream must be created in pending mode, actual: "
              + (isCommittedKind() ? "WRITE_OPTIMIZED" : stored.kind()));
    }
    if (stored.commitMillis() > 0) {
      throw new StreamException(Reason.COMMITTED_BEFORE, "Stream has already been committed");
    }
    if (!stored.finalized()) {
      throw new StreamException(Reason.NOT_FINALIZED, "Stream has not been finalized");
    }
  }

  /** Takes over what the database holds now; about how many bytes got into the table. */
  long replace(StreamRecord after) {
    long staged = rows - stored.tableRows();
    long moved = after.tableRows() - stored.tableRows();
    long bytes = staged == 0 ? 0 : (long) ((double) stagedBytes * moved / staged);
    stagedBytes -= bytes;
    stored = after;
    return bytes;
  }
}
