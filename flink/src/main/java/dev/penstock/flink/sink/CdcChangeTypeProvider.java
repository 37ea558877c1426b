package dev.penstock.flink.sink;

import java.io.Serializable;
import org.apache.flink.annotation.Experimental;

/** Says what a record does to the row of its key. */
@FunctionalInterface
@Experimental
public interface CdcChangeTypeProvider<T> extends Serializable {
  /** The change type. An exception or a null goes to the failure handler. */
  CdcChangeType getChangeType(T element);
}
