package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.FileValue;
import dev.penstock.local.decode.RowFaultException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the cells of a row into the values of the columns at their positions. Immutable. */
final class CsvCells {
  private final CsvFormat format;
  private final List<Field> columns;
  private final List<FileValue> values = new ArrayList<>();

  CsvCells(CsvFormat format, List<Field> columns) {
    this.format = format;
    this.columns = columns;
    for (Field column : columns) {
      if (column.mode() == Mode.REPEATED || column.type() == FieldType.STRUCT) {
        throw ServiceException.invalid(
            "Cannot load CSV data with a "
                + (column.mode() == Mode.REPEATED ? "repeated" : "nested")
                + " field. Field: "
                + column.name());
      }
      values.add(new FileValue(column));
    }
  }

  @Nullable Object[] row(CsvRecord record) throws RowFaultException {
    int cells = record.cells().size();
    if (cells > columns.size() && !format.ignoreUnknown()) {
      throw fault(record, "Too many values: " + cells + " for " + columns.size() + " columns.");
    }
    if (cells < columns.size() && !format.jaggedRows()) {
      throw new RowFaultException(
          "CSV table references column position "
              + (columns.size() - 1)
              + ", but the row that starts at line "
              + record.line()
              + " contains only "
              + cells
              + " columns.");
    }
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = i < cells ? value(record, i) : null;
      if (row[i] == null && columns.get(i).mode() == Mode.REQUIRED) {
        throw fault(record, "Required column value for column index: " + i + " is missing.");
      }
    }
    return row;
  }

  private @Nullable Object value(CsvRecord record, int column) throws RowFaultException {
    String cell = record.cells().get(column);
    boolean quoted = record.quoted().get(column);
    if (isNull(cell, quoted, columns.get(column).type())) {
      return null;
    }
    if (quoted && !format.quotedNewlines() && hasLineEnd(cell)) {
      throw fault(record, "Missing close quote character (" + format.quote() + ").");
    }
    if (cell.indexOf('\0') >= 0 && !format.preserveControl()) {
      throw fault(record, "Bad character (ASCII 0) encountered.");
    }
    try {
      return values.get(column).ofText(cell);
    } catch (RowFaultException e) {
      Field field = columns.get(column);
      throw new RowFaultException(
          "Could not parse a value as "
              + field.type()
              + " for field "
              + field.name()
              + " (position "
              + column
              + ") in the row that starts at line "
              + record.line()
              + ": "
              + e.getMessage());
    }
  }

  /** LD-042. */
  private boolean isNull(String cell, boolean quoted, FieldType type) {
    if (!format.nulls().isEmpty()) {
      return format.nulls().contains(cell);
    }
    boolean holdsText = type == FieldType.STRING || type == FieldType.BYTES;
    return cell.isEmpty() && !(quoted && holdsText);
  }

  private static boolean hasLineEnd(String cell) {
    return cell.indexOf('\n') >= 0 || cell.indexOf('\r') >= 0;
  }

  private static RowFaultException fault(CsvRecord record, String text) {
    return new RowFaultException(
        "Error detected while parsing row starting at line " + record.line() + ". Error: " + text);
  }
}
