package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads maps from column names to Java values as rows of one table schema, one after the other. A
 * key that is missing is NULL; one that the schema lacks rejects its row. Names have no case. One
 * owner thread.
 */
public final class MapRows {
  private final TableSchema table;
  private final MapFields root;
  private final SourceSchema schema;

  private MapRows(TableSchema table, MapFields root) {
    this.table = table;
    this.root = root;
    this.schema = new SourceSchema(root.fields());
  }

  /**
   * Rows of a schema.
   *
   * @throws IngestException UNSUPPORTED_TYPE for RANGE columns whose bounds have no type
   */
  public static MapRows of(TableSchema schema) {
    List<String> refusals = new ArrayList<>();
    MapFields root = new MapFields("", forms(schema.columns(), "", refusals));
    if (!refusals.isEmpty()) {
      throw new IngestException(ErrorCode.UNSUPPORTED_TYPE, String.join(" ", refusals));
    }
    return new MapRows(schema, root);
  }

  private static List<JavaForm> forms(List<Column> columns, String parent, List<String> refusals) {
    List<JavaForm> forms = new ArrayList<>(columns.size());
    for (Column column : columns) {
      String path = parent.isEmpty() ? column.name() : parent + "." + column.name();
      if (column.mode() == ColumnMode.REPEATED) {
        JavaForm element = element(column, "element", path, false, refusals);
        SourceField list = SourceField.list(column.name(), true, element.field());
        forms.add(new JavaForm(list.withColumn(column), path, new JavaLists(element)));
      } else {
        boolean nullable = column.mode() == ColumnMode.NULLABLE;
        forms.add(element(column, column.name(), path, nullable, refusals));
      }
    }
    return forms;
  }

  private static JavaForm element(
      Column column, String name, String path, boolean nullable, List<String> refusals) {
    if (!column.parts().isEmpty()) {
      MapFields fields = new MapFields(path, forms(column.parts(), path, refusals));
      SourceField struct = SourceField.struct(name, nullable, fields.fields());
      return new JavaForm(struct.withColumn(column), path, fields);
    }
    if (column.type() == ColumnType.RANGE) {
      refusals.add("Column '" + path + "' is RANGE, and the schema does not say of what. Say it.");
    }
    return new JavaForm(ScalarFields.of(column, name, nullable), path, null);
  }

  /** What the reader yields; one instance for the life of this object. */
  public SourceSchema schema() {
    return schema;
  }

  /** The schema as it was given. */
  public TableSchema tableSchema() {
    return table;
  }

  /**
   * Reads this row from now on.
   *
   * @return the one reader of this object
   * @throws dev.penstock.core.encode.RowFaultException when it has keys that the schema lacks, or
   *     two that differ by case
   */
  public RowReader read(Map<String, ?> row) {
    return root.on(row);
  }
}
