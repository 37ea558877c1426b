package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Writes one value, in its wire form, as Avro. Thread-safe. */
interface ValueEncoder {
  long MICROS_PER_SECOND = 1_000_000;

  /** Writes a value; null only for a NULLABLE field. */
  void write(@Nullable Object value, Encoder out) throws IOException, SQLException;

  /** The encoder of a field. */
  static ValueEncoder of(Field field) {
    ValueEncoder element = element(field);
    return switch (field.mode()) {
      case REQUIRED -> element;
      case NULLABLE ->
          (value, out) -> {
            out.writeIndex(value == null ? 0 : 1);
            if (value != null) {
              element.write(value, out);
            }
          };
      case REPEATED -> (value, out) -> list(value, element, out);
    };
  }

  private static void list(@Nullable Object value, ValueEncoder element, Encoder out)
      throws IOException, SQLException {
    Object[] elements = (Object[]) ((Array) present(value)).getArray();
    out.writeArrayStart();
    out.setItemCount(elements.length);
    for (Object each : elements) {
      out.startItem();
      element.write(each, out);
    }
    out.writeArrayEnd();
  }

  private static ValueEncoder element(Field field) {
    return switch (field.type()) {
      case BOOL -> (value, out) -> out.writeBoolean((boolean) (Boolean) present(value));
      case INT64, TIME, TIMESTAMP -> (value, out) -> out.writeLong((long) (Long) present(value));
      case FLOAT64 -> (value, out) -> out.writeDouble((double) (Double) present(value));
      case DATE -> (value, out) -> out.writeInt((int) (Integer) present(value));
      case STRING, JSON, GEOGRAPHY -> (value, out) -> out.writeString((String) present(value));
      case DATETIME -> (value, out) -> out.writeString(datetime((long) (Long) present(value)));
      case BYTES -> (value, out) -> bytes((Blob) present(value), out);
      case NUMERIC, BIGNUMERIC -> decimal(field);
      case INTERVAL -> (value, out) -> interval((String) present(value), out);
      case STRUCT -> struct(field.fields());
      case RANGE -> range(field);
    };
  }

  private static Object present(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("A stored NULL in a field that cannot be NULL");
    }
    return value;
  }

  /** RA-044. */
  private static String datetime(long micros) {
    long second = Math.floorDiv(micros, MICROS_PER_SECOND);
    int fraction = (int) Math.floorMod(micros, MICROS_PER_SECOND);
    LocalDateTime whole = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(26).append(whole);
    if (whole.getSecond() == 0) {
      text.append(":00");
    }
    if (fraction > 0) {
      text.append('.');
      for (int unit = 100_000; unit > 0; unit /= 10) {
        text.append((char) ('0' + fraction / unit % 10));
      }
    }
    return text.toString();
  }

  private static void bytes(Blob blob, Encoder out) throws IOException, SQLException {
    int length = (int) blob.length();
    out.writeBytes(length == 0 ? new byte[0] : blob.getBytes(1, length));
  }

  private static ValueEncoder decimal(Field field) {
    int scale = AvroSchemas.scale(field);
    return (value, out) -> {
      Object decimal = present(value);
      BigDecimal number =
          decimal instanceof String text ? new BigDecimal(text) : (BigDecimal) decimal;
      out.writeBytes(number.setScale(scale).unscaledValue().toByteArray());
    };
  }

  private static void interval(String text, Encoder out) throws IOException {
    IntervalParts parts = IntervalParts.parse(text);
    out.writeInt(parts.months());
    out.writeInt(parts.days());
    out.writeLong(parts.microseconds());
  }

  private static ValueEncoder range(Field field) {
    ValueEncoder bound = of(field.fields().get(0));
    return (value, out) -> {
      for (Object each : RangeParts.of(field, (String) present(value))) {
        bound.write(each, out);
      }
    };
  }

  private static ValueEncoder struct(List<Field> fields) {
    ValueEncoder[] members = fields.stream().map(ValueEncoder::of).toArray(ValueEncoder[]::new);
    return (value, out) -> {
      Object[] attributes = ((Struct) present(value)).getAttributes();
      for (int i = 0; i < members.length; i++) {
        members[i].write(attributes[i], out);
      }
    };
  }
}
