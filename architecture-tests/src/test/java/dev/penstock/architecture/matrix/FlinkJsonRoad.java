package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import dev.penstock.flink.serializer.JsonDocumentSerializationSchema;
import java.util.Base64;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** JSON documents, through the sink's JSON serializer. */
final class FlinkJsonRoad implements Road {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @Override
  public String name() {
    return "flink-json";
  }

  @Override
  public String title() {
    return "Flink, JSON";
  }

  @Override
  public boolean isAllOrNothing() {
    return false;
  }

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws Exception {
    ArrayNode schema = schema(table.columns());
    schema.addObject().put("name", MatrixTable.ID).put("type", "STRING");
    StreamExecutionEnvironment env = FlinkJobs.environment();
    env.fromData(rows.stream().map(row -> document(table, row)).toList())
        .sinkTo(
            FlinkJobs.<String>sink(table)
                .serializer(JsonDocumentSerializationSchema.of(schema.toString()))
                .build());
    env.execute();
    return FlinkJobs.dropped(table);
  }

  private static ArrayNode schema(List<Field> columns) {
    ArrayNode schema = JsonNodeFactory.instance.arrayNode();
    for (Field column : columns) {
      ObjectNode field = schema.addObject();
      field.put("name", column.getName());
      field.put("type", column.getType().getStandardType().name());
      if (column.getMode() == Field.Mode.REPEATED) {
        field.put("mode", "REPEATED");
      }
      if (column.getType().getStandardType() == StandardSQLTypeName.STRUCT) {
        field.set("fields", schema(column.getSubFields()));
      }
    }
    return schema;
  }

  private static String document(MatrixTable table, MatrixRow row) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put(MatrixTable.ID, row.id());
    for (Field column : table.columns()) {
      if (column.getName().equals(row.column())) {
        document.set(row.column(), value(column.getType().getStandardType(), row.value()));
      }
    }
    try {
      return MAPPER.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The neutral form but for bytes, which documents hold as numbers. */
  private static JsonNode value(StandardSQLTypeName type, JsonNode value) {
    if (type != StandardSQLTypeName.BYTES || value.isNull()) {
      return value;
    }
    ArrayNode bytes = JsonNodeFactory.instance.arrayNode();
    for (byte each : Base64.getDecoder().decode(value.textValue())) {
      bytes.add(each);
    }
    return bytes;
  }
}
