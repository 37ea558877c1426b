package dev.penstock.flink.table;

import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.RecordRows;
import dev.penstock.flink.serializer.RowSerializationSchema;
import java.io.Serial;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Flink's rows, of which the first fields are the columns. Immutable. */
final class RowDataSerializationSchema extends RowSerializationSchema<RowData> {
  @Serial private static final long serialVersionUID = 1L;

  private final RowType columns;

  RowDataSerializationSchema(RowType columns) {
    this.columns = columns;
    SourceSchema unused = TableFields.schemaOf(columns);
  }

  @Override
  public TableSchema getTableSchema(TableDestination destination) {
    return SchemaForms.toProto(
        new dev.penstock.core.model.TableSchema(
            TableFields.schemaOf(columns).fields().stream()
                .map(CreationTypes::columnFor)
                .toList()));
  }

  @Override
  public RecordRows<RowData> open() {
    RowCells cells = new RowCells();
    RowReader reader = CellReader.ofRow(cells, columns);
    SourceSchema schema = TableFields.schemaOf(columns);
    return new RecordRows<>() {
      @Override
      public SourceSchema schema() {
        return schema;
      }

      @Override
      public RowReader read(RowData element) {
        cells.show(element);
        return reader;
      }
    };
  }
}
