package dev.penstock.core.reader;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

/**
 * Reads rows whose cells are text, as CSV files have them, as rows of one table schema. A cell is
 * read as what its column is, strictly, when it is asked for. One owner thread.
 */
public final class TextRows implements RowReader {
  private final List<Column> columns;
  private final SourceSchema schema;
  private final Cells cells;
  private final TextValues values = new TextValues();
  private final JsonFactory json = new JsonFactory();

  /** The cells of the row that is being read. */
  public interface Cells {
    /** Whether the cell is NULL. */
    boolean isNull(int ordinal);

    /** The characters of a cell; valid until the next call. */
    CharSequence text(int ordinal);
  }

  private TextRows(List<Column> columns, SourceSchema schema, Cells cells) {
    this.columns = columns;
    this.schema = schema;
    this.cells = cells;
  }

  /**
   * A reader of rows.
   *
   * @param cells one for each column, in their order
   * @throws IngestException UNSUPPORTED_TYPE for REPEATED and STRUCT columns, and for ranges of
   *     nobody knows what
   */
  public static TextRows of(TableSchema table, Cells cells) {
    for (Column column : table.columns()) {
      boolean repeated = column.mode() == ColumnMode.REPEATED;
      if (repeated || column.type() == ColumnType.STRUCT || isUntold(column)) {
        throw new IngestException(
            ErrorCode.UNSUPPORTED_TYPE,
            "Column '"
                + column.name()
                + "' is "
                + (repeated ? "an ARRAY" : column.type())
                + ", and a cell of text holds none. Leave the column out, or load it from JSON"
                + " lines.");
      }
    }
    return new TextRows(table.columns(), schemaOf(table), cells);
  }

  private static boolean isUntold(Column column) {
    return column.type() == ColumnType.RANGE && column.rangeElement() == null;
  }

  /** What rows of a table yield. */
  public static SourceSchema schemaOf(TableSchema table) {
    return new SourceSchema(
        table.columns().stream()
            .map(c -> ScalarFields.of(c, c.name(), c.mode() != ColumnMode.REQUIRED))
            .toList());
  }

  /** What it yields; one instance for the life of this object. */
  public SourceSchema schema() {
    return schema;
  }

  @Override
  public int size() {
    return columns.size();
  }

  @Override
  public boolean isNull(int ordinal) {
    if (!cells.isNull(ordinal)) {
      return false;
    }
    if (columns.get(ordinal).mode() == ColumnMode.REQUIRED) {
      String name = columns.get(ordinal).name();
      throw new RowFaultException(
          name,
          "Column '"
              + name
              + "' is REQUIRED, and the cell is NULL. Fill it, or make the column"
              + " NULLABLE if it is no key.");
    }
    return true;
  }

  @Override
  public boolean booleanAt(int ordinal) {
    try {
      return values.bool(cells.text(ordinal));
    } catch (NumberFormatException e) {
      throw mismatch(ordinal);
    }
  }

  @Override
  public long longAt(int ordinal) {
    try {
      return values.number(columns.get(ordinal).type(), cells.text(ordinal));
    } catch (NumberFormatException e) {
      throw mismatch(ordinal);
    }
  }

  @Override
  public double doubleAt(int ordinal) {
    try {
      return values.float64(cells.text(ordinal));
    } catch (NumberFormatException e) {
      throw mismatch(ordinal);
    }
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    try {
      return values.decimal(cells.text(ordinal));
    } catch (NumberFormatException e) {
      throw mismatch(ordinal);
    }
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    String text = cells.text(ordinal).toString();
    if (columns.get(ordinal).type() == ColumnType.JSON && !isJson(text)) {
      throw mismatch(ordinal);
    }
    sink.text(text);
  }

  private boolean isJson(String text) {
    try (JsonParser parser = json.createParser(text)) {
      boolean any = parser.nextToken() != null;
      parser.skipChildren();
      return any && parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    byte[] bytes;
    try {
      bytes = TextValues.bytes(cells.text(ordinal));
    } catch (NumberFormatException e) {
      throw mismatch(ordinal);
    }
    sink.bytes(bytes, 0, bytes.length);
  }

  @Override
  public RowReader struct(int ordinal) {
    throw mismatch(ordinal);
  }

  @Override
  public RowReader list(int ordinal) {
    throw mismatch(ordinal);
  }

  private RowFaultException mismatch(int ordinal) {
    Column column = columns.get(ordinal);
    return new RowFaultException(
        column.name(),
        "Column '"
            + column.name()
            + "' is "
            + column.type()
            + ", and the text of the cell is no such value. It takes "
            + TextValues.wanted(column.type())
            + ". Correct the cell, or make the column STRING.");
  }
}
