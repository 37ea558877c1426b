package dev.penstock.flink.sink;

import dev.penstock.flink.TableDestination;
import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;

/** Says what each table is created with. */
@FunctionalInterface
@PublicEvolving
public interface TableCreateOptionsProvider extends Serializable {
  /** What this table is created with. Asked once for each table and task. */
  TableCreateOptions getTableCreateOptions(TableDestination destination);
}
