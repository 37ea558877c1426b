package dev.penstock.flink.sink;

import dev.penstock.flink.TableDestination;
import java.io.Serializable;
import org.apache.flink.annotation.Experimental;

/** Says what each table that takes changes is like. */
@FunctionalInterface
@Experimental
public interface CdcTableOptionsProvider extends Serializable {
  /** What this table is like. Asked once for each table and task. */
  CdcTableOptions getCdcTableOptions(TableDestination destination);
}
