package dev.penstock.core.load.file;

/** What a writer of staged files did, for metrics. Thread-safe to read; one owner thread writes. */
public final class StagingCounts {
  private volatile long rows;
  private volatile long bytes;
  private volatile long files;
  private volatile long activations;
  private volatile long capacityEvictions;
  private volatile long idleEvictions;
  private volatile int open;
  private volatile int pending;

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  void row() {
    rows++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  void began() {
    activations++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  void evicted() {
    capacityEvictions++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  void idle() {
    idleEvictions++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  void ended(long fileBytes) {
    files++;
    bytes += fileBytes;
  }

  void hold(int openFiles, int pendingFiles) {
    open = openFiles;
    pending = pendingFiles;
  }

  /** Rows that were taken. */
  public long rows() {
    return rows;
  }

  /** Bytes of files that ended. */
  public long bytes() {
    return bytes;
  }

  /** Files that ended. */
  public long files() {
    return files;
  }

  /** How often a table without an open file got one. */
  public long activations() {
    return activations;
  }

  /** Files that ended because another table needed one. */
  public long capacityEvictions() {
    return capacityEvictions;
  }

  /** Files that ended because no row came. */
  public long idleEvictions() {
    return idleEvictions;
  }

  /** Files that take rows now. */
  public int openFiles() {
    return open;
  }

  /** Files that wait for a commit, open ones included. */
  public int pendingFiles() {
    return pending;
  }
}
