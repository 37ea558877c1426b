package dev.penstock.flink.table;

import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/** Makes rows of Flink's of records of one schema, columns by name. One owner thread. */
final class RecordConverter {
  private final int[] positions;
  private final CellConverter[] converters;

  private RecordConverter(int[] positions, CellConverter[] converters) {
    this.positions = positions;
    this.converters = converters;
  }

  /**
   * A converter.
   *
   * @param parent the path of the row, with a dot at its end; empty for a table's row
   * @throws IOException when a column is absent or of another type
   */
  static RecordConverter of(String parent, RowType declared, Schema sent) throws IOException {
    List<RowType.RowField> fields = declared.getFields();
    int[] positions = new int[fields.size()];
    CellConverter[] converters = new CellConverter[fields.size()];
    for (int i = 0; i < converters.length; i++) {
      RowType.RowField field = fields.get(i);
      Schema.Field found = find(sent, field.getName());
      if (found == null) {
        throw new IOException(
            "Column '" + parent + field.getName() + "' is declared and the table lacks it.");
      }
      positions[i] = found.pos();
      converters[i] =
          ReadTypes.converterOf(parent + field.getName(), field.getType(), found.schema());
    }
    return new RecordConverter(positions, converters);
  }

  /** BigQuery does not tell names apart by case. */
  private static Schema.@Nullable Field find(Schema sent, String name) {
    for (Schema.Field field : sent.getFields()) {
      if (field.name().equalsIgnoreCase(name)) {
        return field;
      }
    }
    return null;
  }

  GenericRowData convert(IndexedRecord record) throws IOException {
    GenericRowData row = new GenericRowData(converters.length);
    for (int i = 0; i < converters.length; i++) {
      row.setField(i, field(record, i));
    }
    return row;
  }

  /** One declared field of a record. */
  @Nullable Object field(IndexedRecord record, int field) throws IOException {
    Object value = record.get(positions[field]);
    return value == null ? null : converters[field].convert(value);
  }
}
