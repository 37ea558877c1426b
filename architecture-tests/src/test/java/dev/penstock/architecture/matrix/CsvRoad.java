package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A CSV file, by the command line. */
final class CsvRoad implements Road {
  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String title() {
    return "CSV";
  }

  @Override
  public boolean isAllOrNothing() {
    return true;
  }

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws IOException {
    List<Field> columns = table.filled(rows);
    StringBuilder file = new StringBuilder(MatrixTable.ID);
    columns.forEach(column -> file.append(',').append(column.getName()));
    for (MatrixRow row : rows) {
      file.append('\n').append(row.id());
      for (Field column : columns) {
        file.append(',');
        if (column.getName().equals(row.column())) {
          file.append(cell(row.value()));
        }
      }
    }
    Path csv = Files.writeString(table.home().resolve("matrix.csv"), file.append('\n'));
    LoadCommand.append(table, csv.toString());
    return 0;
  }

  /** A cell without characters is NULL, and one of quotes alone is empty. */
  private static String cell(JsonNode value) {
    return value.isNull() ? "" : "\"" + value.textValue().replace("\"", "\"\"") + "\"";
  }
}
