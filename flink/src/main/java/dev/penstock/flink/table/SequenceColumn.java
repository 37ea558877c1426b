package dev.penstock.flink.table;

import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.flink.sink.CdcSequenceNumberProvider;
import java.io.Serial;
import org.apache.flink.table.data.RowData;

/** The sequence number that the statement writes to the metadata column. Immutable. */
record SequenceColumn(int position) implements CdcSequenceNumberProvider<RowData> {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  public String getSequenceNumber(RowData row) {
    if (row.isNullAt(position)) {
      throw new RowFaultException(
          new RowFault(
              ErrorCode.SEQUENCE_INVALID,
              BigQueryTableSink.SEQUENCE,
              "The metadata column change-sequence-number is NULL. Write the position that the"
                  + " source gives the change, or leave the column out for all changes."));
    }
    return row.getString(position).toString();
  }
}
