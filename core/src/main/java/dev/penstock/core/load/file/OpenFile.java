package dev.penstock.core.load.file;

/** A file that takes rows. One owner thread. */
final class OpenFile {
  private final StagedTable table;
  private final AvroRowFile rows;
  private final UploadBuffer out;
  private final String uri;
  private long usedNanos;

  OpenFile(StagedTable table, AvroRowFile rows, UploadBuffer out, String uri) {
    this.table = table;
    this.rows = rows;
    this.out = out;
    this.uri = uri;
  }

  StagedTable table() {
    return table;
  }

  AvroRowFile rows() {
    return rows;
  }

  String uri() {
    return uri;
  }

  /** Bytes of the blocks that ended. */
  long bytes() {
    return out.total();
  }

  void used(long nanos) {
    usedNanos = nanos;
  }

  /** When the last row came. */
  long usedNanos() {
    return usedNanos;
  }

  /** Sends what is left, on any thread, once the last block has ended. */
  void finish() {
    out.finish();
  }
}
