package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one field in a record batch: which are there, and what its type needs for each. One
 * owner thread.
 */
final class ArrowColumn {
  private static final int NUMERIC_BYTES = 16;
  private static final int BIGNUMERIC_BYTES = 32;

  /** Adds a value, in its wire form, or the place of an absent one. */
  private interface Body {
    void add(@Nullable Object value) throws SQLException;
  }

  private final ArrowBytes validity = new ArrowBytes();
  private final List<ArrowBytes> buffers = new ArrayList<>();
  private final List<ArrowColumn> children = new ArrayList<>();
  private final Body body;
  private int length;
  private int nulls;

  private ArrowColumn(Field field, boolean repeated) {
    this.body = repeated ? list(field.element()) : element(field);
  }

  static ArrowColumn of(Field field) {
    return new ArrowColumn(field, field.mode() == Mode.REPEATED);
  }

  /** Adds a value in its wire form. */
  void add(@Nullable Object value) throws SQLException {
    validity.putBit(length, value != null);
    length++;
    nulls += value == null ? 1 : 0;
    body.add(value);
  }

  int length() {
    return length;
  }

  int nulls() {
    return nulls;
  }

  ArrowBytes validity() {
    return validity;
  }

  /** The buffers after that of the validity. */
  List<ArrowBytes> buffers() {
    return buffers;
  }

  List<ArrowColumn> children() {
    return children;
  }

  private ArrowBytes buffer() {
    ArrowBytes buffer = new ArrowBytes();
    buffers.add(buffer);
    return buffer;
  }

  private Body list(Field element) {
    ArrowBytes offsets = buffer();
    offsets.putInt(0);
    ArrowColumn values = new ArrowColumn(element, false);
    children.add(values);
    return value -> {
      if (value != null) {
        for (Object each : (Object[]) ((Array) value).getArray()) {
          values.add(each);
        }
      }
      offsets.putInt(values.length());
    };
  }

  private Body element(Field field) {
    return switch (field.type()) {
      case BOOL -> bits();
      case INT64, TIME, DATETIME, TIMESTAMP -> longs();
      case FLOAT64 -> doubles();
      case DATE -> days();
      case STRING, JSON, GEOGRAPHY ->
          texts(value -> ((String) value).getBytes(StandardCharsets.UTF_8));
      case BYTES -> texts(value -> bytes((Blob) value));
      case NUMERIC -> decimals(AvroSchemas.scale(field), NUMERIC_BYTES);
      case BIGNUMERIC -> decimals(AvroSchemas.scale(field), BIGNUMERIC_BYTES);
      case INTERVAL -> intervals();
      case STRUCT -> struct(field.fields());
      case RANGE -> range(field);
    };
  }

  private Body bits() {
    ArrowBytes bits = buffer();
    return value -> bits.putBit(length - 1, value != null && (Boolean) value);
  }

  private Body longs() {
    ArrowBytes values = buffer();
    return value -> values.putLong(value == null ? 0 : (Long) value);
  }

  private Body doubles() {
    ArrowBytes values = buffer();
    return value -> values.putLong(value == null ? 0 : Double.doubleToRawLongBits((Double) value));
  }

  private Body days() {
    ArrowBytes values = buffer();
    return value -> values.putInt(value == null ? 0 : (Integer) value);
  }

  private interface ToBytes {
    byte[] of(Object value) throws SQLException;
  }

  private static byte[] bytes(Blob blob) throws SQLException {
    int length = (int) blob.length();
    return length == 0 ? new byte[0] : blob.getBytes(1, length);
  }

  private Body texts(ToBytes bytes) {
    ArrowBytes offsets = buffer();
    ArrowBytes values = buffer();
    offsets.putInt(0);
    return value -> {
      if (value != null) {
        values.put(bytes.of(value));
      }
      offsets.putInt(values.size());
    };
  }

  private Body decimals(int scale, int width) {
    ArrowBytes values = buffer();
    return value -> {
      if (value == null) {
        values.putZeros(width);
        return;
      }
      BigDecimal number = value instanceof String text ? new BigDecimal(text) : (BigDecimal) value;
      byte[] big = number.setScale(scale).unscaledValue().toByteArray();
      byte[] little = new byte[width];
      for (int i = 0; i < width; i++) {
        boolean given = i < big.length;
        little[i] = given ? big[big.length - 1 - i] : (byte) (big[0] < 0 ? -1 : 0);
      }
      values.put(little);
    };
  }

  /** Months, days and nanoseconds. */
  private Body intervals() {
    ArrowBytes values = buffer();
    return value -> {
      IntervalParts parts =
          value == null ? new IntervalParts(0, 0, 0) : IntervalParts.parse((String) value);
      values.putInt(parts.months());
      values.putInt(parts.days());
      values.putLong(parts.nanoseconds());
    };
  }

  private Body range(Field field) {
    field.fields().forEach(bound -> children.add(of(bound)));
    return value -> {
      @Nullable Object[] bounds = value == null ? null : RangeParts.of(field, (String) value);
      children.get(0).add(bounds == null ? null : bounds[0]);
      children.get(1).add(bounds == null ? null : bounds[1]);
    };
  }

  private Body struct(List<Field> fields) {
    fields.forEach(field -> children.add(of(field)));
    return value -> {
      Object[] attributes = value == null ? null : ((Struct) value).getAttributes();
      for (int i = 0; i < children.size(); i++) {
        children.get(i).add(attributes == null ? null : attributes[i]);
      }
    };
  }
}
