package dev.penstock.local.service;

/** A way by which bytes come into the service or out of it, as its price list tells them apart. */
public enum BilledPath {
  WRITE_DEFAULT("write.default"),
  WRITE_CHANGES("write.changes"),
  WRITE_COMMITTED("write.committed"),
  WRITE_BUFFERED("write.buffered"),
  WRITE_PENDING("write.pending"),
  INSERT_ALL("insertAll"),
  LOAD("load"),
  COPY("copy"),
  QUERY("query"),
  READ("read"),
  APPLY_CHANGES("applyChanges");

  private final String title;

  BilledPath(String title) {
    this.title = title;
  }

  /** As the price list names it. */
  public String title() {
    return title;
  }
}
