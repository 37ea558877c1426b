package dev.penstock.flink.table;

import dev.penstock.core.time.Time;
import dev.penstock.flink.sink.CdcSequenceNumberProvider;
import java.io.Serial;
import org.apache.flink.table.data.RowData;

/**
 * Numbers changes as they come to a task: when the task started, then a count. BigQuery applies
 * changes of one key that lie in one request and have no number in any order, and Flink sends all
 * changes of a key to one task. One owner thread, after it arrived at its task.
 */
final class ArrivalOrder implements CdcSequenceNumberProvider<RowData> {
  @Serial private static final long serialVersionUID = 1L;

  private transient String start = "";
  private transient long count;

  @Override
  public String getSequenceNumber(RowData row) {
    if (start == null || start.isEmpty()) {
      start = Long.toHexString(Time.SYSTEM.currentMillis()) + "/";
    }
    return start + Long.toHexString(count++);
  }
}
