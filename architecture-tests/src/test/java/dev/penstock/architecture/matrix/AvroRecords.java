package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Rows as Avro records: each column with the logical type that fits it best. */
final class AvroRecords {
  private static final Schema LENGTH_OF_TIME =
      SchemaBuilder.record("google.sqlType.INTERVAL")
          .fields()
          .requiredInt("months")
          .requiredInt("days")
          .requiredLong("microseconds")
          .endRecord();

  private final Schema schema;

  AvroRecords(List<Field> columns) {
    List<Schema.Field> fields = new ArrayList<>();
    fields.add(new Schema.Field(MatrixTable.ID, Schema.create(Schema.Type.STRING)));
    columns.forEach(column -> fields.add(field(column)));
    this.schema = Schema.createRecord("Matrix", null, "matrix", false, fields);
  }

  Schema schema() {
    return schema;
  }

  GenericRecord of(MatrixRow row) {
    GenericRecord record = new GenericData.Record(schema);
    record.put(MatrixTable.ID, row.id());
    record.put(row.column(), value(schema.getField(row.column()).schema(), row.value()));
    return record;
  }

  private static Schema.Field field(Field column) {
    Schema element = element(column);
    return new Schema.Field(
        column.getName(),
        Schema.createUnion(
            Schema.create(Schema.Type.NULL),
            column.getMode() == Field.Mode.REPEATED ? Schema.createArray(element) : element),
        null,
        Schema.Field.NULL_DEFAULT_VALUE);
  }

  private static Schema element(Field column) {
    if (column.getType().getStandardType() == StandardSQLTypeName.STRUCT) {
      return Schema.createRecord(
          "Of_" + column.getName(),
          null,
          "matrix",
          false,
          column.getSubFields().stream().map(AvroRecords::field).toList());
    }
    StandardSQLTypeName type = column.getType().getStandardType();
    return switch (type) {
      case BOOL -> Schema.create(Schema.Type.BOOLEAN);
      case INT64 -> Schema.create(Schema.Type.LONG);
      case FLOAT64 -> Schema.create(Schema.Type.DOUBLE);
      case BYTES -> Schema.create(Schema.Type.BYTES);
      case NUMERIC, BIGNUMERIC ->
          LogicalTypes.decimal(MatrixDecimals.precisionOf(type), MatrixDecimals.scaleOf(type))
              .addToSchema(Schema.create(Schema.Type.BYTES));
      case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case TIME -> LogicalTypes.timeMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case DATETIME ->
          LogicalTypes.localTimestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case TIMESTAMP -> LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case STRING, JSON, GEOGRAPHY -> Schema.create(Schema.Type.STRING);
      case INTERVAL -> LENGTH_OF_TIME;
      case RANGE, STRUCT, ARRAY -> throw new AssertionError(column);
    };
  }

  private static @Nullable Object value(Schema declared, JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    Schema schema = declared.isUnion() ? declared.getTypes().get(1) : declared;
    if (value.isArray()) {
      List<@Nullable Object> elements = new ArrayList<>();
      value.forEach(element -> elements.add(value(schema.getElementType(), element)));
      return elements;
    }
    if (value.isObject()) {
      GenericRecord struct = new GenericData.Record(schema);
      schema.getFields().forEach(f -> struct.put(f.name(), value(f.schema(), value.get(f.name()))));
      return struct;
    }
    return scalar(schema, value.textValue());
  }

  private static Object scalar(Schema schema, String text) {
    if (schema.getLogicalType() != null) {
      return logical(schema, text);
    }
    return switch (schema.getType()) {
      case BOOLEAN -> Boolean.valueOf(text);
      case LONG -> Long.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case BYTES -> ByteBuffer.wrap(Base64.getDecoder().decode(text));
      case STRING -> text;
      case RECORD -> lengthOfTime(text);
      default -> throw new AssertionError(schema);
    };
  }

  private static Object logical(Schema schema, String text) {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      return ByteBuffer.wrap(
          new BigDecimal(text).setScale(decimal.getScale()).unscaledValue().toByteArray());
    }
    return switch (schema.getLogicalType().getName()) {
      case "date" -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
      case "time-micros" -> MatrixTimes.microsOfDay(text);
      case "timestamp-micros" -> MatrixTimes.epochMicros(text);
      case "local-timestamp-micros" -> MatrixTimes.epochMicros(text + "Z");
      default -> throw new AssertionError(schema);
    };
  }

  private static GenericRecord lengthOfTime(String text) {
    LengthOfTime parts = LengthOfTime.parse(text);
    GenericRecord record = new GenericData.Record(LENGTH_OF_TIME);
    record.put("months", parts.months());
    record.put("days", parts.days());
    record.put("microseconds", parts.micros());
    return record;
  }
}
