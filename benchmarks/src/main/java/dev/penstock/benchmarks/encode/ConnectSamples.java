package dev.penstock.benchmarks.encode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/** Avro records as the Connect structs that a source connector makes of the same data. */
@SuppressWarnings("JavaUtilDate") // Connect's own value types.
final class ConnectSamples {
  private ConnectSamples() {}

  static Schema schema(org.apache.avro.Schema record) {
    SchemaBuilder struct = SchemaBuilder.struct();
    for (Field field : record.getFields()) {
      struct.field(field.name(), builder(field.schema()).build());
    }
    return struct.build();
  }

  private static SchemaBuilder builder(org.apache.avro.Schema type) {
    if (type.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      return Decimal.builder(decimal.getScale());
    }
    if (type.getLogicalType() != null) {
      return type.getType() == org.apache.avro.Schema.Type.INT
          ? org.apache.kafka.connect.data.Date.builder()
          : Timestamp.builder();
    }
    return switch (type.getType()) {
      case UNION -> builder(type.getTypes().get(1)).optional();
      case LONG -> SchemaBuilder.int64();
      case STRING -> SchemaBuilder.string();
      case DOUBLE -> SchemaBuilder.float64();
      case BOOLEAN -> SchemaBuilder.bool();
      case BYTES -> SchemaBuilder.bytes();
      case ARRAY -> SchemaBuilder.array(builder(type.getElementType()).build());
      case RECORD -> {
        SchemaBuilder struct = SchemaBuilder.struct();
        type.getFields().forEach(f -> struct.field(f.name(), builder(f.schema()).build()));
        yield struct;
      }
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  static Struct struct(Schema schema, GenericRecord record) {
    Struct struct = new Struct(schema);
    for (Field field : record.getSchema().getFields()) {
      struct.put(
          field.name(), value(schema.field(field.name()).schema(), record.get(field.name())));
    }
    return struct;
  }

  private static @Nullable Object value(Schema schema, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      int scale = Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD));
      return new BigDecimal(new BigInteger(((ByteBuffer) value).array()), scale);
    }
    if (Timestamp.LOGICAL_NAME.equals(schema.name())) {
      return new Date(TimeUnit.MICROSECONDS.toMillis((Long) value));
    }
    if (org.apache.kafka.connect.data.Date.LOGICAL_NAME.equals(schema.name())) {
      return new Date(TimeUnit.DAYS.toMillis((Integer) value));
    }
    if (value instanceof GenericRecord record) {
      return struct(schema, record);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(element -> value(schema.valueSchema(), element)).toList();
    }
    return value instanceof CharSequence ? value.toString() : value;
  }
}
