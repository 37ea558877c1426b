package dev.penstock.cli.source;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Parquet files with one row, of columns that the database under test reads but cannot write.
 * Values stand uncompressed in their plain encoding.
 */
final class ParquetBytes {
  static final int INT64 = 2;
  static final int INT96 = 3;
  static final int FIXED = 7;

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int DATA_PAGE = 0;
  private static final int PLAIN = 0;
  private static final int RUN_LENGTH = 3;

  private record ColumnBytes(String name, int type, Thrift element, ByteString value) {}

  private final List<ColumnBytes> columns = new ArrayList<>();

  /** A column of 12 bytes: nanoseconds of the day, and the day of the Julian calendar. */
  ParquetBytes int96(String name, long nanosOfDay, int julianDay) {
    byte[] value =
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(nanosOfDay)
            .putInt(julianDay)
            .array();
    columns.add(new ColumnBytes(name, INT96, element(name, INT96), ByteString.copyFrom(value)));
    return this;
  }

  /**
   * A column of a number with a logical type of time.
   *
   * @param logical 7 for times, 8 for timestamps
   * @param unit 1 for milliseconds, 2 for microseconds, 3 for nanoseconds
   */
  ParquetBytes time(String name, int logical, boolean utc, int unit, long number) {
    Thrift type = new Thrift().bool(1, utc).struct(2, new Thrift().struct(unit, new Thrift()));
    Thrift element = element(name, INT64).struct(10, new Thrift().struct(logical, type));
    columns.add(new ColumnBytes(name, INT64, element, ByteString.copyFrom(int64(number))));
    return this;
  }

  /** A column of decimals as bytes with the highest first. */
  ParquetBytes decimal(String name, int precision, int scale, byte... unscaled) {
    Thrift logical = new Thrift().i32(1, scale).i32(2, precision);
    Thrift element =
        new Thrift()
            .i32(1, FIXED)
            .i32(2, unscaled.length)
            .i32(3, 0)
            .text(4, name)
            .i32(6, 5)
            .i32(7, scale)
            .i32(8, precision)
            .struct(10, new Thrift().struct(5, logical));
    columns.add(new ColumnBytes(name, FIXED, element, ByteString.copyFrom(unscaled)));
    return this;
  }

  private static byte[] int64(long number) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
  }

  private static Thrift element(String name, int type) {
    return new Thrift().i32(1, type).i32(3, 0).text(4, name);
  }

  /** The file. */
  byte[] file() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    List<Thrift> chunks = new ArrayList<>();
    List<Thrift> schema = new ArrayList<>();
    schema.add(new Thrift().text(4, "root").i32(5, columns.size()));
    for (ColumnBytes column : columns) {
      schema.add(column.element());
      int offset = out.size();
      out.writeBytes(page(column.value().toByteArray()));
      int size = out.size() - offset;
      Thrift data =
          new Thrift()
              .i32(1, column.type())
              .i32List(2, PLAIN)
              .textList(3, column.name())
              .i32(4, 0)
              .i64(5, 1)
              .i64(6, size)
              .i64(7, size)
              .i64(9, offset);
      chunks.add(new Thrift().i64(2, offset).struct(3, data));
    }
    Thrift group = new Thrift().structList(1, chunks).i64(2, out.size()).i64(3, 1);
    byte[] footer =
        new Thrift().i32(1, 1).structList(2, schema).i64(3, 1).structList(4, List.of(group)).end();
    out.writeBytes(footer);
    out.writeBytes(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.length)
            .array());
    out.writeBytes(MAGIC);
    return out.toByteArray();
  }

  private static byte[] page(byte[] value) {
    Thrift data = new Thrift().i32(1, 1).i32(2, PLAIN).i32(3, RUN_LENGTH).i32(4, RUN_LENGTH);
    byte[] header =
        new Thrift()
            .i32(1, DATA_PAGE)
            .i32(2, value.length)
            .i32(3, value.length)
            .struct(5, data)
            .end();
    return ByteBuffer.allocate(header.length + value.length).put(header).put(value).array();
  }

  /** A struct in Thrift's compact protocol. */
  private static final class Thrift {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int last;

    private void field(int id, int type) {
      out.write(((id - last) << 4) | type);
      last = id;
    }

    private void varint(long value) {
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        out.write((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }

    private void zigzag(long value) {
      varint((value << 1) ^ (value >> 63));
    }

    Thrift bool(int id, boolean value) {
      field(id, value ? TRUE : FALSE);
      return this;
    }

    Thrift i32(int id, int value) {
      field(id, I32);
      zigzag(value);
      return this;
    }

    Thrift i64(int id, long value) {
      field(id, I64);
      zigzag(value);
      return this;
    }

    Thrift text(int id, String value) {
      field(id, BINARY);
      bytes(value);
      return this;
    }

    private void bytes(String value) {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      varint(utf8.length);
      out.writeBytes(utf8);
    }

    Thrift struct(int id, Thrift value) {
      field(id, STRUCT);
      out.writeBytes(value.end());
      return this;
    }

    private void list(int id, int size, int type) {
      field(id, LIST);
      out.write((size << 4) | type);
    }

    Thrift i32List(int id, int value) {
      list(id, 1, I32);
      zigzag(value);
      return this;
    }

    Thrift textList(int id, String value) {
      list(id, 1, BINARY);
      bytes(value);
      return this;
    }

    Thrift structList(int id, List<Thrift> values) {
      list(id, values.size(), STRUCT);
      values.forEach(value -> out.writeBytes(value.end()));
      return this;
    }

    byte[] end() {
      byte[] fields = out.toByteArray();
      return ByteBuffer.allocate(fields.length + 1).put(fields).array();
    }
  }
}
