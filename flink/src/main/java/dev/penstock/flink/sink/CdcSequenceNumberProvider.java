package dev.penstock.flink.sink;

import java.io.Serializable;
import org.apache.flink.annotation.Experimental;

/** Says where a record stands among the changes of its key. */
@FunctionalInterface
@Experimental
public interface CdcSequenceNumberProvider<T> extends Serializable {
  /**
   * One to four sections of 1 to 16 hexadecimal digits, joined by {@code /}; compared from the
   * left, as unsigned numbers. An exception, a null or another text goes to the failure handler.
   *
   * @see <a href="https://cloud.google.com/bigquery/docs/change-data-capture">Change data
   *     capture</a>
   */
  String getSequenceNumber(T element);
}
