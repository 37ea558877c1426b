package dev.penstock.kafka.task;

/**
 * The records of one partition that are not all done yet, in offset order, and the offset up to
 * which all are. One owner thread.
 */
final class PartitionLog {
  static final long NONE = -1;

  private long[] offsets = new long[64];
  private boolean[] done = new boolean[64];
  private int head;
  private int count;
  private long firstIndex;
  private long committable = NONE;

  /** Adds an open record and returns its index. */
  long add(long offset) {
    if (count == offsets.length) {
      grow();
    }
    int slot = slot(count);
    offsets[slot] = offset;
    done[slot] = false;
    return firstIndex + count++;
  }

  /** Adds a record that is done already. */
  void addDone(long offset) {
    if (count == 0) {
      advanceTo(offset + 1);
    } else {
      complete(add(offset));
    }
  }

  /** The record with this index is done. */
  void complete(long index) {
    int position = (int) (index - firstIndex);
    done[slot(position)] = true;
    while (count > 0 && done[head]) {
      advanceTo(offsets[head] + 1);
      head = (head + 1) & (offsets.length - 1);
      firstIndex++;
      count--;
    }
  }

  /** A record that is delivered again does not take the offset back. */
  private void advanceTo(long offset) {
    committable = Math.max(committable, offset);
  }

  long offsetOf(long index) {
    return offsets[slot((int) (index - firstIndex))];
  }

  /**
   * The offset after the last of the records that are done without a gap; {@link #NONE} for none.
   */
  long committable() {
    return committable;
  }

  int openCount() {
    return count;
  }

  private int slot(int position) {
    return (head + position) & (offsets.length - 1);
  }

  private void grow() {
    int size = offsets.length;
    long[] moreOffsets = new long[2 * size];
    boolean[] moreDone = new boolean[2 * size];
    int tail = size - head;
    System.arraycopy(offsets, head, moreOffsets, 0, tail);
    System.arraycopy(offsets, 0, moreOffsets, tail, head);
    System.arraycopy(done, head, moreDone, 0, tail);
    System.arraycopy(done, 0, moreDone, tail, head);
    offsets = moreOffsets;
    done = moreDone;
    head = 0;
  }
}
