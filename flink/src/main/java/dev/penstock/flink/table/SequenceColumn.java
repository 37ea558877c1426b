package dev.penstock.flink.table;

import dev.penstock.flink.sink.CdcSequenceNumberProvider;
import java.io.Serial;
import org.apache.flink.table.data.RowData;

/** The sequence number that the statement writes to the metadata column. Immutable. */
record SequenceColumn(int position) implements CdcSequenceNumberProvider<RowData> {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  public String getSequenceNumber(RowData row) {
    if (row.isNullAt(position)) {
      throw new IllegalArgumentException("change-sequence-number is NULL");
    }
    return row.getString(position).toString();
  }
}
