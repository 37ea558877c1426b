package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.io.IOException;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/** Makes rows of Flink's of rows or structs that were read, columns by name. One owner thread. */
final class RowConverter {
  private final String parent;
  private final RowType declared;
  private final int[] ordinals;
  private final CellConverter[] converters;

  private RowConverter(
      String parent, RowType declared, int[] ordinals, CellConverter[] converters) {
    this.parent = parent;
    this.declared = declared;
    this.ordinals = ordinals;
    this.converters = converters;
  }

  /**
   * A converter.
   *
   * @param parent the path of the row, with a dot at its end; empty for a table's row
   * @throws IOException when a column is absent or of another type
   */
  static RowConverter of(String parent, RowType declared, List<SourceField> sent)
      throws IOException {
    List<RowType.RowField> fields = declared.getFields();
    int[] ordinals = new int[fields.size()];
    CellConverter[] converters = new CellConverter[fields.size()];
    for (int i = 0; i < converters.length; i++) {
      String path = parent + fields.get(i).getName();
      ordinals[i] = ordinalOf(path, fields.get(i).getName(), sent);
      converters[i] = ReadTypes.converterOf(path, fields.get(i).getType(), sent.get(ordinals[i]));
    }
    return new RowConverter(parent, declared, ordinals, converters);
  }

  /** BigQuery does not tell names apart by case. */
  private static int ordinalOf(String path, String name, List<SourceField> sent)
      throws IOException {
    for (int i = 0; i < sent.size(); i++) {
      if (sent.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw new IOException("Column '" + path + "' is declared and the table lacks it.");
  }

  GenericRowData convert(RowReader row) throws IOException {
    GenericRowData converted = new GenericRowData(converters.length);
    for (int i = 0; i < converters.length; i++) {
      converted.setField(i, field(row, i));
    }
    return converted;
  }

  /** One declared field of a row. Flink would take a NULL that is declared away for some value. */
  @Nullable Object field(RowReader row, int field) throws IOException {
    int ordinal = ordinals[field];
    if (!row.isNull(ordinal)) {
      return converters[field].convert(row, ordinal);
    }
    if (!declared.getTypeAt(field).isNullable()) {
      throw new IOException(
          "Column '"
              + parent
              + declared.getFieldNames().get(field)
              + "' is declared NOT NULL, and a row holds NULL. Declare it without NOT NULL and"
              + " outside of a PRIMARY KEY, or keep such rows out with scan.row-restriction.");
    }
    return null;
  }
}
