package dev.penstock.demo.converter;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/** Values of Connect's data model in binary, driven by their schema. */
final class ValueCodec {
  private static final int ABSENT = 0;
  private static final int PRESENT = 1;

  private ValueCodec() {}

  static void write(BinaryOutput out, Schema schema, @Nullable Object value) {
    if (value == null) {
      out.writeByte(ABSENT);
      return;
    }
    out.writeByte(PRESENT);
    switch (schema.type()) {
      case INT8, INT16, INT32, INT64 -> out.writeLong(integer(schema, value));
      case FLOAT32 -> out.writeBits(Float.floatToRawIntBits((Float) value));
      case FLOAT64 -> out.writeBits(Double.doubleToRawLongBits((Double) value));
      case BOOLEAN -> out.writeByte((Boolean) value ? 1 : 0);
      case STRING -> out.writeBytes(((String) value).getBytes(StandardCharsets.UTF_8));
      case BYTES -> out.writeBytes(bytes(schema, value));
      case ARRAY -> writeArray(out, schema, (List<?>) value);
      case MAP -> writeMap(out, schema, (Map<?, ?>) value);
      case STRUCT -> writeStruct(out, schema, (Struct) value);
    }
  }

  private static long integer(Schema schema, Object value) {
    if (value instanceof java.util.Date date) {
      if (Date.LOGICAL_NAME.equals(schema.name())) {
        return Date.fromLogical(schema, date);
      }
      return Time.LOGICAL_NAME.equals(schema.name())
          ? Time.fromLogical(schema, date)
          : Timestamp.fromLogical(schema, date);
    }
    return ((Number) value).longValue();
  }

  private static byte[] bytes(Schema schema, Object value) {
    if (value instanceof BigDecimal decimal) {
      return Decimal.fromLogical(schema, decimal);
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      return copy;
    }
    return (byte[]) value;
  }

  private static void writeArray(BinaryOutput out, Schema schema, List<?> list) {
    out.writeLong(list.size());
    for (Object element : list) {
      write(out, schema.valueSchema(), element);
    }
  }

  private static void writeMap(BinaryOutput out, Schema schema, Map<?, ?> map) {
    out.writeLong(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      write(out, schema.keySchema(), entry.getKey());
      write(out, schema.valueSchema(), entry.getValue());
    }
  }

  private static void writeStruct(BinaryOutput out, Schema schema, Struct struct) {
    for (Field field : schema.fields()) {
      write(out, field.schema(), struct.getWithoutDefault(field.name()));
    }
  }

  static @Nullable Object read(BinaryInput in, Schema schema) {
    if (in.readByte() == ABSENT) {
      return null;
    }
    return switch (schema.type()) {
      case INT8 -> (byte) in.readLong();
      case INT16 -> (short) in.readLong();
      case INT32 -> readInt(schema, (int) in.readLong());
      case INT64 -> readLong(schema, in.readLong());
      case FLOAT32 -> Float.intBitsToFloat((int) in.readBits());
      case FLOAT64 -> Double.longBitsToDouble(in.readBits());
      case BOOLEAN -> in.readByte() != 0;
      case STRING -> new String(in.readBytes(), StandardCharsets.UTF_8);
      case BYTES -> readBytes(schema, in.readBytes());
      case ARRAY -> readArray(in, schema);
      case MAP -> readMap(in, schema);
      case STRUCT -> readStruct(in, schema);
    };
  }

  private static Object readInt(Schema schema, int value) {
    if (Date.LOGICAL_NAME.equals(schema.name())) {
      return Date.toLogical(schema, value);
    }
    return Time.LOGICAL_NAME.equals(schema.name()) ? Time.toLogical(schema, value) : value;
  }

  private static Object readLong(Schema schema, long value) {
    return Timestamp.LOGICAL_NAME.equals(schema.name())
        ? Timestamp.toLogical(schema, value)
        : value;
  }

  private static Object readBytes(Schema schema, byte[] value) {
    return Decimal.LOGICAL_NAME.equals(schema.name())
        ? Decimal.toLogical(schema, value)
        : ByteBuffer.wrap(value);
  }

  private static List<@Nullable Object> readArray(BinaryInput in, Schema schema) {
    int size = (int) in.readLong();
    List<@Nullable Object> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(read(in, schema.valueSchema()));
    }
    return list;
  }

  private static Map<@Nullable Object, @Nullable Object> readMap(BinaryInput in, Schema schema) {
    int size = (int) in.readLong();
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      Object key = read(in, schema.keySchema());
      map.put(key, read(in, schema.valueSchema()));
    }
    return map;
  }

  private static Struct readStruct(BinaryInput in, Schema schema) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      struct.put(field, read(in, field.schema()));
    }
    return struct;
  }
}
