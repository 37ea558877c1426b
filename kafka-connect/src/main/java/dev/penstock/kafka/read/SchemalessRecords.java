package dev.penstock.kafka.read;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Gives records without schemas, as JsonConverter makes them with {@code schemas.enable=false}, the
 * schema that their values show: numbers are INT64 or FLOAT64, texts are STRING. A null or an empty
 * list shows no type and counts as absent. One owner thread.
 */
public final class SchemalessRecords {
  private static final int MAX_SCHEMAS = 1000;

  private static final Map<Class<?>, Schema> PRIMITIVES =
      Map.of(
          String.class, Schema.OPTIONAL_STRING_SCHEMA,
          Boolean.class, Schema.OPTIONAL_BOOLEAN_SCHEMA,
          Long.class, Schema.OPTIONAL_INT64_SCHEMA,
          Integer.class, Schema.OPTIONAL_INT32_SCHEMA,
          Double.class, Schema.OPTIONAL_FLOAT64_SCHEMA,
          Float.class, Schema.OPTIONAL_FLOAT32_SCHEMA,
          byte[].class, Schema.OPTIONAL_BYTES_SCHEMA);

  private final Map<Schema, Schema> schemas = new HashMap<>();

  /** Whether a record lacks a schema that it needs. */
  public static boolean lacksSchema(SinkRecord record) {
    boolean value = record.value() instanceof Map<?, ?> && record.valueSchema() == null;
    boolean key = record.key() != null && record.keySchema() == null;
    return value || key;
  }

  /**
   * The same record with schemas.
   *
   * @throws IngestException UNSUPPORTED_TYPE when a value shows no schema
   */
  public SinkRecord withSchemas(SinkRecord record) {
    boolean map = record.value() instanceof Map<?, ?> && record.valueSchema() == null;
    Object value = map ? typed(record.value()) : record.value();
    Object key =
        record.key() != null && record.keySchema() == null ? typed(record.key()) : record.key();
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema() == null ? schemaOf(key) : record.keySchema(),
        key,
        map ? schemaOf(value) : record.valueSchema(),
        value,
        record.timestamp(),
        record.headers());
  }

  /** Maps become structs; everything else stays. */
  private Object typed(Object value) {
    if (value instanceof Map<?, ?> map) {
      return struct(map);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> elements = new ArrayList<>(list.size());
      for (Object element : list) {
        elements.add(element == null ? null : typed(element));
      }
      return elements;
    }
    return value;
  }

  private Struct struct(Map<?, ?> map) {
    SchemaBuilder builder = SchemaBuilder.struct().optional();
    Map<String, Object> values = new HashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object value = entry.getValue() == null ? null : typed(entry.getValue());
      Schema schema = schemaOf(value);
      if (value != null && schema != null) {
        String name = String.valueOf(entry.getKey());
        builder.field(name, schema);
        values.put(name, value);
      }
    }
    Struct struct = new Struct(interned(builder.build()));
    values.forEach(struct::put);
    return struct;
  }

  /** One instance for equal schemas, so that what is compiled for it is found again. */
  private Schema interned(Schema schema) {
    if (schemas.size() >= MAX_SCHEMAS) {
      schemas.clear();
    }
    Schema known = schemas.putIfAbsent(schema, schema);
    return known == null ? schema : known;
  }

  private static @Nullable Schema schemaOf(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof Struct struct) {
      return struct.schema();
    }
    if (value instanceof List<?> list) {
      Object first = list.stream().filter(element -> element != null).findFirst().orElse(null);
      Schema element = schemaOf(first);
      return element == null ? null : SchemaBuilder.array(element).optional().build();
    }
    if (value instanceof BigDecimal decimal) {
      return Decimal.builder(decimal.scale()).optional().build();
    }
    Schema primitive = PRIMITIVES.get(value.getClass());
    if (primitive == null) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "A value without a schema is a "
              + value.getClass().getName()
              + " (expected: what JSON has). Use a converter that keeps schemas.");
    }
    return primitive;
  }
}
