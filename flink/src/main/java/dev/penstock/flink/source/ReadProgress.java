package dev.penstock.flink.source;

/** How far a split was emitted. One owner thread. */
final class ReadProgress {
  private final ReadSplit split;
  private long offset;

  ReadProgress(ReadSplit split) {
    this.split = split;
    this.offset = split.offset();
  }

  /** Notes that all records of one more row were emitted. */
  void advance() {
    offset++;
  }

  ReadSplit toSplit() {
    return split.at(offset);
  }
}
