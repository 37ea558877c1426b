package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Rows as Connect and Debezium write them: each column with the logical type that fits it best. */
final class ConnectValues {
  private static final Map<StandardSQLTypeName, String> DEBEZIUM =
      Map.of(
          StandardSQLTypeName.TIME, "io.debezium.time.MicroTime",
          StandardSQLTypeName.DATETIME, "io.debezium.time.MicroTimestamp",
          StandardSQLTypeName.TIMESTAMP, "io.debezium.time.ZonedTimestamp",
          StandardSQLTypeName.JSON, "io.debezium.data.Json");

  private final Schema schema;
  private final List<Field> columns;

  ConnectValues(List<Field> columns) {
    this.columns = columns;
    SchemaBuilder row = SchemaBuilder.struct().name("matrix");
    row.field(MatrixTable.ID, Schema.STRING_SCHEMA);
    columns.forEach(column -> row.field(column.getName(), schema(column)));
    this.schema = row.build();
  }

  Struct of(MatrixRow row) {
    Struct struct = new Struct(schema).put(MatrixTable.ID, row.id());
    for (Field column : columns) {
      if (column.getName().equals(row.column())) {
        struct.put(column.getName(), value(column, row.value()));
      }
    }
    return struct;
  }

  private static Schema schema(Field column) {
    SchemaBuilder element = element(column).optional();
    return column.getMode() == Field.Mode.REPEATED
        ? SchemaBuilder.array(element.build()).optional().build()
        : element.build();
  }

  private static SchemaBuilder element(Field column) {
    if (column.getType().getStandardType() == StandardSQLTypeName.STRUCT) {
      SchemaBuilder struct = SchemaBuilder.struct().name(column.getName());
      column.getSubFields().forEach(field -> struct.field(field.getName(), schema(field)));
      return struct;
    }
    StandardSQLTypeName type = column.getType().getStandardType();
    return switch (type) {
      case BOOL -> SchemaBuilder.bool();
      case INT64 -> SchemaBuilder.int64();
      case FLOAT64 -> SchemaBuilder.float64();
      case BYTES -> SchemaBuilder.bytes();
      case NUMERIC, BIGNUMERIC -> Decimal.builder(MatrixDecimals.scaleOf(type));
      case DATE -> org.apache.kafka.connect.data.Date.builder();
      case TIME, DATETIME -> SchemaBuilder.int64().name(DEBEZIUM.get(type));
      case TIMESTAMP, JSON -> SchemaBuilder.string().name(DEBEZIUM.get(type));
      case STRING, GEOGRAPHY, INTERVAL -> SchemaBuilder.string();
      case RANGE, STRUCT, ARRAY -> throw new AssertionError(column);
    };
  }

  private static @Nullable Object value(Field column, JsonNode value) {
    if (value.isArray()) {
      List<@Nullable Object> elements = new ArrayList<>();
      value.forEach(element -> elements.add(element(column, element)));
      return elements;
    }
    return element(column, value);
  }

  private static @Nullable Object element(Field column, JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    if (value.isObject()) {
      Struct struct = new Struct(element(column).optional().build());
      for (Field field : column.getSubFields()) {
        struct.put(field.getName(), value(field, value.required(field.getName())));
      }
      return struct;
    }
    String text = value.textValue();
    StandardSQLTypeName type = column.getType().getStandardType();
    return switch (type) {
      case BOOL -> Boolean.valueOf(text);
      case INT64 -> Long.valueOf(text);
      case FLOAT64 -> Double.valueOf(text);
      case BYTES -> Base64.getDecoder().decode(text);
      case NUMERIC, BIGNUMERIC -> new BigDecimal(text).setScale(MatrixDecimals.scaleOf(type));
      case DATE -> Date.from(LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
      case TIME -> MatrixTimes.microsOfDay(text);
      case DATETIME -> MatrixTimes.epochMicros(text + "Z");
      case TIMESTAMP, JSON, STRING, GEOGRAPHY, INTERVAL -> text;
      case RANGE, STRUCT, ARRAY -> throw new AssertionError(column);
    };
  }
}
