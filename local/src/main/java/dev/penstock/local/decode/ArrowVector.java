package dev.penstock.local.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/**
 * The values of one field of a record batch: Long for integers and times, Double, Boolean, String,
 * byte[], BigDecimal, months, days and nanoseconds as a long[], or the rows of children. One owner
 * thread.
 */
final class ArrowVector {
  /** The parts of a batch, handed out in the order of its fields. */
  static final class Parts {
    private final RecordBatch batch;
    private final ByteBuffer body;
    private int node;
    private int buffer;

    Parts(RecordBatch batch, ByteBuffer body) {
      this.batch = batch;
      this.body = body;
    }

    private long nextLength() {
      return batch.nodes(node++).length();
    }

    private ByteBuffer nextBuffer() {
      org.apache.arrow.flatbuf.Buffer place = batch.buffers(buffer++);
      return body.slice(Math.toIntExact(place.offset()), Math.toIntExact(place.length()))
          .order(body.order());
    }
  }

  /** How a value is read. */
  private interface Reader {
    Object read(int row);
  }

  private final long length;
  private final ByteBuffer validity;
  private final Reader reader;
  private final List<ArrowVector> children = new ArrayList<>();
  private @Nullable ByteBuffer offsets;

  /** Takes the parts of a field and of its children. */
  ArrowVector(Field field, Parts parts) {
    this.length = parts.nextLength();
    this.validity = parts.nextBuffer();
    this.reader =
        switch (field.typeType()) {
          case Type.Bool -> bits(parts.nextBuffer());
          case Type.Int -> integers(width(field), parts.nextBuffer());
          case Type.Date -> integers(32, parts.nextBuffer());
          case Type.Time, Type.Timestamp -> integers(64, parts.nextBuffer());
          case Type.FloatingPoint -> floats(field, parts.nextBuffer());
          case Type.Decimal -> decimals(field, parts.nextBuffer());
          case Type.Interval -> intervals(parts.nextBuffer());
          case Type.Utf8, Type.Binary -> texts(field, parts);
          case Type.List, Type.Struct_ -> nested(field, parts);
          default -> throw new IllegalArgumentException(Type.name(field.typeType()));
        };
  }

  private static int width(Field field) {
    return ((Int) field.type(new Int())).bitWidth();
  }

  /** The fields of a STRUCT, or the only element field of a list. */
  List<ArrowVector> children() {
    return children;
  }

  /** The value in a row; null for NULL. */
  @Nullable Object get(int row) {
    return isNull(row) ? null : reader.read(row);
  }

  boolean isNull(int row) {
    if (row >= length) {
      throw new IndexOutOfBoundsException(row);
    }
    return validity.limit() > 0 && !bit(validity, row);
  }

  /** Where a list's elements begin; those of the next row begin where they end. */
  int offset(int row) {
    if (offsets == null) {
      throw new IllegalStateException("no list");
    }
    return offsets.getInt(row * Integer.BYTES);
  }

  private static boolean bit(ByteBuffer bits, int index) {
    return ((bits.get(index / 8) >> (index % 8)) & 1) == 1;
  }

  private static Reader bits(ByteBuffer values) {
    return row -> bit(values, row);
  }

  private static Reader integers(int bits, ByteBuffer values) {
    return switch (bits) {
      case 8 -> row -> (long) values.get(row);
      case 16 -> row -> (long) values.getShort(row * Short.BYTES);
      case 32 -> row -> (long) values.getInt(row * Integer.BYTES);
      default -> row -> values.getLong(row * Long.BYTES);
    };
  }

  private static Reader floats(Field field, ByteBuffer values) {
    short precision = ((FloatingPoint) field.type(new FloatingPoint())).precision();
    return precision == Precision.SINGLE
        ? row -> (double) values.getFloat(row * Float.BYTES)
        : row -> values.getDouble(row * Double.BYTES);
  }

  private static Reader decimals(Field field, ByteBuffer values) {
    Decimal type = (Decimal) field.type(new Decimal());
    int width = type.bitWidth() / 8;
    int scale = type.scale();
    return row -> {
      byte[] big = new byte[width];
      for (int i = 0; i < width; i++) {
        big[width - 1 - i] = values.get(row * width + i);
      }
      return new BigDecimal(new BigInteger(big), scale);
    };
  }

  private static Reader intervals(ByteBuffer values) {
    return row -> {
      int start = row * 16;
      return new long[] {values.getInt(start), values.getInt(start + 4), values.getLong(start + 8)};
    };
  }

  private static Reader texts(Field field, Parts parts) {
    ByteBuffer ends = parts.nextBuffer();
    ByteBuffer values = parts.nextBuffer();
    boolean text = field.typeType() == Type.Utf8;
    return row -> {
      int start = ends.getInt(row * Integer.BYTES);
      byte[] bytes = new byte[ends.getInt((row + 1) * Integer.BYTES) - start];
      values.get(start, bytes);
      return text ? new String(bytes, StandardCharsets.UTF_8) : bytes;
    };
  }

  private Reader nested(Field field, Parts parts) {
    if (field.typeType() == Type.List) {
      offsets = parts.nextBuffer();
    }
    for (int i = 0; i < field.childrenLength(); i++) {
      children.add(new ArrowVector(field.children(i), parts));
    }
    return row -> children;
  }
}
