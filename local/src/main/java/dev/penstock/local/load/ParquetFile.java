package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Parquet file. Immutable. */
final class ParquetFile implements SourceFile {
  private final ParquetFormat format;
  private final String path;
  private final List<ParquetNode> nodes;
  private final ParquetFields fields;

  /**
   * A file.
   *
   * @param path its path as an SQL literal
   */
  ParquetFile(ParquetFormat format, String path, List<ParquetNode> nodes) {
    this.format = format;
    this.path = path;
    this.nodes = nodes;
    this.fields = new ParquetFields(format);
  }

  @Override
  public List<Field> schema() {
    return fields.of(nodes);
  }

  @Override
  public FileRows rows(List<Field> columns) {
    ParquetValues values = new ParquetValues(fields);
    List<String> items = new ArrayList<>();
    List<@Nullable ParquetValue> readers = new ArrayList<>();
    for (Field column : columns) {
      if (column.type() == FieldType.JSON) {
        throw ServiceException.invalid("Unsupported field type: JSON");
      }
      ParquetNode node = ParquetValues.find(nodes, column.name());
      items.add(node == null ? "NULL" : item(node));
      readers.add(node == null ? null : values.column(node, column));
    }
    String sql = "SELECT " + String.join(", ", items) + " FROM read_parquet(" + path + ")";
    try {
      return ParquetRows.open(format.connections().open(), sql, columns, readers);
    } catch (SQLException e) {
      throw format.refusal(path);
    }
  }

  private static String item(ParquetNode node) {
    String column = '"' + node.name().replace("\"", "\"\"") + '"';
    return "CAST(" + column + " AS " + node.duckType() + ")";
  }
}
