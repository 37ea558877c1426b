package dev.penstock.flink.sink;

import org.apache.flink.annotation.Experimental;

/** What a change does to the row of its key. */
@Experimental
public enum CdcChangeType {
  /** The row is stored, in place of an older one. */
  UPSERT,
  /** The row is removed. Columns outside the key may be absent. */
  DELETE
}
