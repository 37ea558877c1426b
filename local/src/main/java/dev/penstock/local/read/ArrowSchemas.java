package dev.penstock.local.read;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** The Arrow schema of a session, as the service spells it (RA-040). One owner thread. */
final class ArrowSchemas {
  private static final int NUMERIC_PRECISION = 38;
  private static final int BIGNUMERIC_PRECISION = 76;

  private static final Map<FieldType, String> EXTENSIONS =
      Map.of(
          FieldType.DATETIME, "google:sqlType:datetime",
          FieldType.GEOGRAPHY, "google:sqlType:geography",
          FieldType.JSON, "google:sqlType:json");

  private final FlatBufferBuilder out = new FlatBufferBuilder();

  private ArrowSchemas() {}

  /** The type of a field: which it is, and where its parameters lie. */
  private record Coded(byte type, int offset) {}

  /** The schema message of rows with the given columns. */
  static byte[] of(List<Field> fields) {
    ArrowSchemas schemas = new ArrowSchemas();
    int[] offsets = fields.stream().mapToInt(schemas::column).toArray();
    int vector = Schema.createFieldsVector(schemas.out, offsets);
    int schema = Schema.createSchema(schemas.out, Endianness.Little, vector, 0, 0);
    return ArrowMessages.of(schemas.out, MessageHeader.Schema, schema, new ArrowBytes());
  }

  private int column(Field field) {
    if (field.mode() != Mode.REPEATED) {
      return field(field.name(), field, field.mode() == Mode.NULLABLE);
    }
    int item = field("item", field.element(), true);
    int children = org.apache.arrow.flatbuf.Field.createChildrenVector(out, new int[] {item});
    org.apache.arrow.flatbuf.List.startList(out);
    int list = org.apache.arrow.flatbuf.List.endList(out);
    return field(field.name(), false, new Coded(Type.List, list), children, 0);
  }

  private int field(String name, Field field, boolean nullable) {
    int children = 0;
    if (field.type() == FieldType.STRUCT || field.type() == FieldType.RANGE) {
      int[] offsets = field.fields().stream().mapToInt(this::column).toArray();
      children = org.apache.arrow.flatbuf.Field.createChildrenVector(out, offsets);
    }
    String extension = EXTENSIONS.get(field.type());
    int metadata = 0;
    if (extension != null) {
      int key = out.createString("ARROW:extension:name");
      int value = out.createString(extension);
      metadata =
          org.apache.arrow.flatbuf.Field.createCustomMetadataVector(
              out, new int[] {KeyValue.createKeyValue(out, key, value)});
    }
    return field(name, nullable, type(field), children, metadata);
  }

  private int field(String name, boolean nullable, Coded type, int children, int metadata) {
    int nameOffset = out.createString(name);
    int none = children == 0 ? noChildren() : children;
    org.apache.arrow.flatbuf.Field.startField(out);
    org.apache.arrow.flatbuf.Field.addName(out, nameOffset);
    org.apache.arrow.flatbuf.Field.addNullable(out, nullable);
    org.apache.arrow.flatbuf.Field.addTypeType(out, type.type());
    org.apache.arrow.flatbuf.Field.addType(out, type.offset());
    org.apache.arrow.flatbuf.Field.addChildren(out, none);
    if (metadata != 0) {
      org.apache.arrow.flatbuf.Field.addCustomMetadata(out, metadata);
    }
    return org.apache.arrow.flatbuf.Field.endField(out);
  }

  private int noChildren() {
    return org.apache.arrow.flatbuf.Field.createChildrenVector(out, new int[0]);
  }

  private Coded type(Field field) {
    return switch (field.type()) {
      case BOOL -> {
        Bool.startBool(out);
        yield new Coded(Type.Bool, Bool.endBool(out));
      }
      case INT64 -> new Coded(Type.Int, Int.createInt(out, 64, true));
      case FLOAT64 ->
          new Coded(Type.FloatingPoint, FloatingPoint.createFloatingPoint(out, Precision.DOUBLE));
      case STRING, JSON, GEOGRAPHY -> {
        Utf8.startUtf8(out);
        yield new Coded(Type.Utf8, Utf8.endUtf8(out));
      }
      case BYTES -> {
        Binary.startBinary(out);
        yield new Coded(Type.Binary, Binary.endBinary(out));
      }
      case NUMERIC -> decimal(field, NUMERIC_PRECISION, 128);
      case BIGNUMERIC -> decimal(field, BIGNUMERIC_PRECISION, 256);
      case DATE -> new Coded(Type.Date, Date.createDate(out, DateUnit.DAY));
      case TIME -> new Coded(Type.Time, Time.createTime(out, TimeUnit.MICROSECOND, 64));
      case DATETIME -> timestamp(0);
      case TIMESTAMP -> timestamp(out.createString("UTC"));
      case INTERVAL ->
          new Coded(Type.Interval, Interval.createInterval(out, IntervalUnit.MONTH_DAY_NANO));
      case STRUCT, RANGE -> {
        Struct_.startStruct_(out);
        yield new Coded(Type.Struct_, Struct_.endStruct_(out));
      }
    };
  }

  private Coded decimal(Field field, int precision, int bits) {
    int digits = field.precision() == null ? precision : field.precision();
    return new Coded(
        Type.Decimal, Decimal.createDecimal(out, digits, AvroSchemas.scale(field), bits));
  }

  private Coded timestamp(int zone) {
    return new Coded(Type.Timestamp, Timestamp.createTimestamp(out, TimeUnit.MICROSECOND, zone));
  }
}
