package dev.penstock.flink.table;

import dev.penstock.flink.source.BigQueryRowDeserializationSchema;
import java.io.IOException;
import java.io.Serial;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Rows of a table as Flink's rows. One owner thread, after it arrived at its reader. */
final class RowDataDeserializationSchema implements BigQueryRowDeserializationSchema<RowData> {
  @Serial private static final long serialVersionUID = 1L;

  private final RowType columns;
  private final TypeInformation<RowData> type;
  private transient @Nullable RecordConverter converter;
  private transient @Nullable Schema convertedSchema;

  RowDataDeserializationSchema(RowType columns, TypeInformation<RowData> type) {
    this.columns = columns;
    this.type = type;
  }

  @Override
  public void deserialize(GenericRecord row, Collector<RowData> out) throws IOException {
    RecordConverter current = converter;
    if (current == null || !row.getSchema().equals(convertedSchema)) {
      current = RecordConverter.of("", columns, row.getSchema());
      converter = current;
      convertedSchema = row.getSchema();
    }
    out.collect(current.convert(row));
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return type;
  }
}
