package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.decode.FileValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.Decoder;

/** Which Avro scalars a column takes, and how (LD-001, LD-005, LD-006, LD-010). Immutable. */
final class AvroScalars {
  private final AvroFields fields;

  AvroScalars(AvroFields fields) {
    this.fields = fields;
  }

  /**
   * The reader of a scalar.
   *
   * @throws dev.penstock.local.catalog.ServiceException 400 when the column has another type
   */
  AvroValue of(Schema schema, Field column) {
    FileValue value = new FileValue(column);
    if (fields.logical(schema) instanceof LogicalTypes.Decimal decimal) {
      if (!isDecimal(column.type())) {
        throw AvroValues.incompatible(column, schema);
      }
      int scale = decimal.getScale();
      return in -> value.ofDecimal(new BigDecimal(new BigInteger(bytes(schema, in)), scale));
    }
    FieldType type = fields.type(schema);
    boolean textLike = column.type() == FieldType.JSON || column.type() == FieldType.GEOGRAPHY;
    if (type != column.type() && !(textLike && schema.getType() == Schema.Type.STRING)) {
      throw AvroValues.incompatible(column, schema);
    }
    return switch (type) {
      case BOOL -> Decoder::readBoolean;
      case INT64 -> in -> integer(schema, in);
      case FLOAT64 ->
          schema.getType() == Schema.Type.FLOAT
              ? in -> (double) in.readFloat()
              : Decoder::readDouble;
      case STRING -> text(schema, value);
      case BYTES -> in -> value.ofBytes(bytes(schema, in));
      case DATE -> in -> value.ofDays(in.readInt());
      case TIME -> in -> value.ofMicrosOfDay(micros(schema, in));
      case TIMESTAMP -> in -> value.ofMicros(micros(schema, in));
      case DATETIME -> in -> value.ofLocalMicros(micros(schema, in));
      case NUMERIC, BIGNUMERIC, JSON, GEOGRAPHY, INTERVAL, RANGE, STRUCT ->
          throw new AssertionError(type);
    };
  }

  private static boolean isDecimal(FieldType type) {
    return type == FieldType.NUMERIC || type == FieldType.BIGNUMERIC || type == FieldType.STRING;
  }

  private static Long integer(Schema schema, Decoder in) throws IOException {
    return schema.getType() == Schema.Type.INT ? in.readInt() : in.readLong();
  }

  /** A logical type that counts milliseconds or microseconds. */
  private long micros(Schema schema, Decoder in) throws IOException {
    long count = integer(schema, in);
    boolean millis = schema.getProp("logicalType").endsWith("-millis");
    return millis ? Math.multiplyExact(count, 1000L) : count;
  }

  private static AvroValue text(Schema schema, FileValue value) {
    if (schema.getType() == Schema.Type.ENUM) {
      List<String> symbols = schema.getEnumSymbols();
      return in -> value.ofString(symbols.get(in.readEnum()));
    }
    return in -> value.ofString(in.readString());
  }

  private static byte[] bytes(Schema schema, Decoder in) throws IOException {
    if (schema.getType() == Schema.Type.FIXED) {
      byte[] fixed = new byte[schema.getFixedSize()];
      in.readFixed(fixed);
      return fixed;
    }
    ByteBuffer buffer = in.readBytes(null);
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
