package dev.penstock.flink.table;

import dev.penstock.flink.sink.CdcChangeType;
import dev.penstock.flink.sink.CdcChangeTypeProvider;
import org.apache.flink.table.data.RowData;

/** What a row of a changelog does to the row of its key. */
enum RowKinds implements CdcChangeTypeProvider<RowData> {
  INSTANCE;

  @Override
  public CdcChangeType getChangeType(RowData row) {
    return switch (row.getRowKind()) {
      case INSERT, UPDATE_AFTER -> CdcChangeType.UPSERT;
      case DELETE -> CdcChangeType.DELETE;
      case UPDATE_BEFORE ->
          throw new IllegalArgumentException("UPDATE_BEFORE is no change of an upsert changelog");
    };
  }
}
