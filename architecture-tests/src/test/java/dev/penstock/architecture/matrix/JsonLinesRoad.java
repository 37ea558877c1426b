package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A file of JSON lines, by the command line. */
final class JsonLinesRoad implements Road {
  @Override
  public String name() {
    return "json-lines";
  }

  @Override
  public String title() {
    return "JSON lines";
  }

  @Override
  public boolean isAllOrNothing() {
    return true;
  }

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** Types whose texts stand in a document as they are. */
  private static final Set<StandardSQLTypeName> BARE =
      EnumSet.of(
          StandardSQLTypeName.BOOL,
          StandardSQLTypeName.INT64,
          StandardSQLTypeName.FLOAT64,
          StandardSQLTypeName.NUMERIC,
          StandardSQLTypeName.BIGNUMERIC,
          StandardSQLTypeName.JSON);

  private static final Set<String> NO_JSON_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws IOException {
    StringBuilder file = new StringBuilder();
    for (MatrixRow row : rows) {
      file.append("{\"").append(MatrixTable.ID).append("\": \"").append(row.id()).append("\"");
      for (Field column : table.columns()) {
        if (column.getName().equals(row.column())) {
          file.append(", \"").append(row.column()).append("\": ").append(json(column, row.value()));
        }
      }
      file.append("}\n");
    }
    Path jsonLines = Files.writeString(table.home().resolve("matrix.jsonl"), file);
    LoadCommand.append(table, jsonLines.toString());
    return 0;
  }

  private static String json(Field column, JsonNode value) throws JsonProcessingException {
    List<String> parts = new ArrayList<>();
    if (value.isArray()) {
      for (JsonNode element : value) {
        parts.add(json(column, element));
      }
      return "[" + String.join(", ", parts) + "]";
    }
    if (value.isObject()) {
      for (Field field : column.getSubFields()) {
        parts.add("\"" + field.getName() + "\": " + json(field, value.get(field.getName())));
      }
      return "{" + String.join(", ", parts) + "}";
    }
    boolean bare =
        value.isTextual()
            && BARE.contains(column.getType().getStandardType())
            && !NO_JSON_NUMBERS.contains(value.textValue());
    return bare ? value.textValue() : MAPPER.writeValueAsString(value);
  }
}
