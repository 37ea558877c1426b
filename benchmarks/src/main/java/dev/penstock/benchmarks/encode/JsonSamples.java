package dev.penstock.benchmarks.encode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Avro records as the documents of a user: numbers as such, dates in ISO-8601, decimals as text,
 * and bytes as the array of numbers that Google's writer asks for.
 */
final class JsonSamples {
  private JsonSamples() {}

  static String document(GenericRecord record) {
    return record.getSchema().getFields().stream()
        .map(field -> '"' + field.name() + "\":" + value(field.schema(), record.get(field.pos())))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String value(Schema schema, @Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      BigInteger unscaled = new BigInteger(((ByteBuffer) value).array());
      return '"' + new BigDecimal(unscaled, decimal.getScale()).toPlainString() + '"';
    }
    if (schema.getLogicalType() != null) {
      Object date =
          value instanceof Integer days
              ? LocalDate.ofEpochDay(days)
              : Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
      return "\"" + date + '"';
    }
    return switch (schema.getType()) {
      case UNION -> value(schema.getTypes().get(1), value);
      case STRING -> "\"" + value + '"';
      case BYTES -> java.util.Arrays.toString(((ByteBuffer) value).array());
      case RECORD -> document((GenericRecord) value);
      case ARRAY ->
          ((List<?>) value)
              .stream()
                  .map(element -> value(schema.getElementType(), element))
                  .collect(Collectors.joining(",", "[", "]"));
      default -> value.toString();
    };
  }
}
