package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a record's values become, and which records are refused. */
final class AvroRowsTest {
  private static final String DECIMAL =
      "{'type':'bytes','logicalType':'decimal','precision':10,'scale':2}";
  private static final String FIXED_DECIMAL =
      "{'type':'fixed','name':'D','size':4,'logicalType':'decimal','precision':9,'scale':2}";
  private static final String POINT =
      "{'type':'record','name':'Point','fields':[{'name':'x','type':'int'},"
          + "{'name':'label','type':['null','string']}]}";
  private static final String INTERVAL =
      "{'type':'record','name':'INTERVAL','namespace':'google.sqlType','fields':["
          + "{'name':'months','type':'long'},{'name':'days','type':'long'},"
          + "{'name':'microseconds','type':'long'}]}";

  private static Schema schema(String type) {
    return new Schema.Parser()
        .parse(
            ("{'type':'record','name':'Row','fields':[{'name':'f','type':" + type + "}]}")
                .replace('\'', '"'));
  }

  private static String logical(String base, String name) {
    return "{'type':'" + base + "','logicalType':'" + name + "'}";
  }

  private static GenericData.Record record(Schema schema, @Nullable Object... values) {
    GenericData.Record record = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      record.put(i, values[i]);
    }
    return record;
  }

  private static Schema nested(String type) {
    return schema(type).getField("f").schema();
  }

  private static DynamicMessage written(String type, @Nullable Object value) {
    Schema schema = schema(type);
    AvroRows avro = AvroRows.of(schema, AvroOptions.DEFAULTS);
    return Rows.of(avro.schema(), avro.tableSchema()).message(avro.read(record(schema, value)));
  }

  private static Object value(DynamicMessage message) {
    return message.getField(message.getDescriptorForType().findFieldByNumber(1));
  }

  private static RowFault fault(String type, @Nullable Object value) {
    return fault(type, value, AvroOptions.DEFAULTS);
  }

  private static RowFault fault(String type, @Nullable Object value, AvroOptions options) {
    Schema schema = schema(type);
    AvroRows avro = AvroRows.of(schema, options);
    RowFault fault =
        Rows.of(avro.schema(), avro.tableSchema()).fault(avro.read(record(schema, value)));
    if (fault == null) {
      throw new AssertionError("the row was not refused");
    }
    return fault;
  }

  private static ByteString numeric(long unscaledAtScale9) {
    byte[] big = BigInteger.valueOf(unscaledAtScale9).toByteArray();
    byte[] little = new byte[big.length];
    for (int i = 0; i < big.length; i++) {
      little[i] = big[big.length - 1 - i];
    }
    return ByteString.copyFrom(little);
  }

  static Stream<Arguments> values() {
    UUID uuid = UUID.fromString("7e57ab1e-0000-4000-8000-000000000001");
    Schema fixedDecimal = nested(FIXED_DECIMAL);
    Schema symbols = nested("{'type':'enum','name':'E','symbols':['A','B']}");
    Schema fixed = nested("{'type':'fixed','name':'F','size':2}");
    return Stream.of(
        Arguments.of("'string'", "abc", "abc"),
        Arguments.of("'string'", new Utf8("äbc"), "äbc"),
        Arguments.of("'string'", CharBuffer.wrap("abc"), "abc"),
        Arguments.of(logical("string", "uuid"), uuid, uuid.toString()),
        Arguments.of(logical("string", "uuid"), uuid.toString(), uuid.toString()),
        Arguments.of(
            "{'type':'enum','name':'E','symbols':['A','B']}",
            new GenericData.EnumSymbol(symbols, "B"),
            "B"),
        Arguments.of("'int'", 7, 7L),
        Arguments.of("'long'", 7L, 7L),
        Arguments.of("'long'", 7, 7L),
        Arguments.of("'float'", 0.5f, 0.5),
        Arguments.of("'double'", 0.1, 0.1),
        Arguments.of("'boolean'", true, true),
        Arguments.of("'bytes'", ByteBuffer.wrap(new byte[] {0, 1, 2}, 1, 2), bytes(1, 2)),
        Arguments.of("'bytes'", readOnly(1, 2), bytes(1, 2)),
        Arguments.of("'bytes'", new byte[] {1, 2}, bytes(1, 2)),
        Arguments.of(
            "{'type':'fixed','name':'F','size':2}",
            new GenericData.Fixed(fixed, new byte[] {1, 2}),
            bytes(1, 2)),
        Arguments.of(logical("int", "date"), 20_000, 20_000),
        Arguments.of(logical("int", "date"), LocalDate.ofEpochDay(20_000), 20_000),
        Arguments.of(logical("int", "time-millis"), 1_500, (1L << 20) | 500_000),
        Arguments.of(
            logical("int", "time-millis"),
            LocalTime.ofNanoOfDay(1_500_000_000L),
            (1L << 20) | 500_000),
        Arguments.of(logical("long", "time-micros"), 1_000_002L, (1L << 20) | 2),
        Arguments.of(
            logical("long", "time-micros"), LocalTime.ofNanoOfDay(1_000_002_000L), (1L << 20) | 2),
        Arguments.of(logical("long", "timestamp-millis"), 1_001L, 1_001_000L),
        Arguments.of(logical("long", "timestamp-millis"), Instant.ofEpochMilli(1_001), 1_001_000L),
        Arguments.of(logical("long", "timestamp-micros"), -1L, -1L),
        Arguments.of(logical("long", "timestamp-micros"), Instant.ofEpochSecond(0, -1_000), -1L),
        Arguments.of(logical("long", "local-timestamp-millis"), 1_001L, datetime1970(1_001_000)),
        Arguments.of(
            logical("long", "local-timestamp-millis"),
            LocalDateTime.of(1970, 1, 1, 0, 0, 1, 1_000_000),
            datetime1970(1_001_000)),
        Arguments.of(
            logical("long", "local-timestamp-micros"), 1_000_001L, datetime1970(1_000_001)),
        Arguments.of(
            logical("long", "local-timestamp-micros"),
            LocalDateTime.of(1970, 1, 1, 0, 0, 1, 1_000),
            datetime1970(1_000_001)),
        Arguments.of(
            logical("string", "datetime"),
            new Utf8("1970-01-01T00:00:01.000001"),
            datetime1970(1_000_001)),
        Arguments.of(DECIMAL, new BigDecimal("1.5"), numeric(1_500_000_000L)),
        Arguments.of(
            DECIMAL, ByteBuffer.wrap(new byte[] {(byte) 0xFF, 0x6A}), numeric(-1_500_000_000L)),
        Arguments.of(
            "{'type':'bytes','logicalType':'decimal','precision':38,'scale':9}",
            ByteBuffer.wrap(new byte[] {5}),
            numeric(5)),
        Arguments.of(
            FIXED_DECIMAL,
            new GenericData.Fixed(fixedDecimal, new byte[] {0, 0, 0, (byte) 150}),
            numeric(1_500_000_000L)),
        Arguments.of(
            INTERVAL,
            record(nested(INTERVAL), -14L, -3L, -3_600_000_001L),
            "-1-2 -3 -1:0:0.000001"),
        Arguments.of(INTERVAL, record(nested(INTERVAL), 0L, 0L, 61_000_000L), "0-0 0 0:1:1"));
  }

  private static ByteString bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return ByteString.copyFrom(bytes);
  }

  private static ByteBuffer readOnly(int... values) {
    return bytes(values).asReadOnlyByteBuffer();
  }

  /** The packed form of a moment in the first minute of 1970. */
  private static long datetime1970(long micros) {
    long date = (1970L << 9) | (1 << 5) | 1;
    return (date << 37) | ((micros / 1_000_000) << 20) | (micros % 1_000_000);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("values")
  void takesRawAndLogicalJavaTypes(String type, Object java, Object expected) {
    assertThat(value(written(type, java))).isEqualTo(expected);
  }

  @Test
  void leavesOutNulls() {
    assertThat(written("['null','string']", null).getAllFields()).isEmpty();
    assertThat(written("'string'", null).getAllFields()).isEmpty();
    assertThat(written("['null',{'type':'array','items':'long'}]", null).getAllFields()).isEmpty();
  }

  @Test
  void readsNestedRecordsArraysAndMaps() {
    String type =
        "{'type':'array','items':{'type':'record','name':'E','fields':[{'name':'p','type':"
            + POINT
            + "},{'name':'m','type':{'type':'map','values':'Point'}}]}}";
    Schema element = nested(type).getElementType();
    Schema point = element.getField("p").schema();
    GenericData.Record one =
        record(element, record(point, 1, "one"), Map.of("k", record(point, 2, null)));
    GenericData.Record two = record(element, record(point, 3, null), Map.of());

    DynamicMessage row = written(type, new ArrayDeque<>(List.of(one, two)));

    assertThat(row.toString())
        .isEqualTo(
            """
            f {
              p {
                x: 1
                label: "one"
              }
              m {
                key: "k"
                value {
                  x: 2
                }
              }
            }
            f {
              p {
                x: 3
              }
            }
            """);
  }

  @Test
  void makesNoObjectForARow() {
    Schema schema =
        new Schema.Parser()
            .parse(
                ("{'type':'record','name':'Row','fields':[{'name':'a','type':'string'},"
                        + "{'name':'b','type':"
                        + DECIMAL
                        + "},{'name':'c','type':"
                        + FIXED_DECIMAL
                        + "},{'name':'d','type':'bytes'},"
                        + "{'name':'e','type':{'type':'array','items':'long'}}]}")
                    .replace('\'', '"'));
    AvroRows avro = AvroRows.of(schema, AvroOptions.DEFAULTS);
    Rows rows = Rows.of(avro.schema(), avro.tableSchema());
    GenericData.Record record =
        record(
            schema,
            new Utf8("äbc"),
            ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}),
            new GenericData.Fixed(schema.getField("c").schema(), new byte[] {-1, 2, 3, 4}),
            ByteBuffer.wrap(new byte[16]),
            List.of(1L, 2L));

    assertThat(rows.bytesAllocatedFor(() -> avro.read(record))).isZero();
  }

  @Test
  void pairsFieldsByPosition() {
    AvroRows avro = AvroRows.of(schema("'long'"), AvroOptions.DEFAULTS);
    Schema other =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"Other\",\"fields\":["
                    + "{\"name\":\"g\",\"type\":\"long\"},{\"name\":\"f\",\"type\":\"long\"}]}");

    RowReader row = avro.read(record(other, 1L, 2L));

    assertThat(row.longAt(0)).isEqualTo(1);
  }

  @Test
  void refusesARecordWithFewerFields() {
    AvroRows avro = AvroRows.of(schema(POINT), AvroOptions.DEFAULTS);
    Schema none = Schema.createRecord("None", null, "n", false, List.of());

    Assertions.assertThatExceptionOfType(RowFaultException.class)
        .isThrownBy(() -> avro.read(record(none)))
        .withMessage(
            "The record n.None has 0 fields, and the schema of the rows has 1. Send records of the"
                + " schema that the rows were declared with.");
    assertThat(fault(POINT, record(none)).column()).isEqualTo("f");
  }

  static Stream<Arguments> mismatches() {
    return Stream.of(
        Arguments.of("'string'", 1, "is string, and the record holds a java.lang.Integer there"),
        Arguments.of("'long'", "1", "is long, and the record holds a java.lang.String there"),
        Arguments.of("'int'", 1.0, "is int, and the record holds a java.lang.Double there"),
        Arguments.of("'double'", 1, "is double, and the record holds a java.lang.Integer there"),
        Arguments.of("'boolean'", "true", "is boolean, and the record holds a java.lang.String"),
        Arguments.of("'bytes'", "x", "is bytes, and the record holds a java.lang.String there"),
        Arguments.of(DECIMAL, 1L, "is bytes, and the record holds a java.lang.Long there"),
        Arguments.of(
            logical("long", "timestamp-micros"),
            LocalDate.EPOCH,
            "is timestamp-micros (a number or java.time.Instant), and the record holds a"
                + " java.time.LocalDate there"),
        Arguments.of(POINT, "x", "is a record, and the record holds a java.lang.String there"),
        Arguments.of(
            "{'type':'array','items':'int'}", Map.of(), "is an array, and the record holds a"),
        Arguments.of(
            "{'type':'map','values':'int'}", List.of(), "is a map, and the record holds a"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("mismatches")
  void refusesARowWithAValueOfAnotherJavaType(String type, Object java, String reason) {
    RowFault fault = fault(type, java);

    assertThat(fault.code()).isEqualTo(ErrorCode.ROW_INVALID);
    assertThat(fault.column()).isEqualTo("f");
    assertThat(fault.message())
        .startsWith("Field 'f' " + reason)
        .endsWith(". Put a value of the schema's type into the record.");
  }

  @Test
  void namesTheNestedFieldOfAMismatch() {
    Schema point = nested(POINT);
    String array = "{'type':'array','items':" + POINT + "}";

    assertThat(fault(POINT, record(point, "x")).column()).isEqualTo("f.x");
    assertThat(fault(array, List.of(record(point, 1), record(point, "x"))).column())
        .isEqualTo("f.x");
  }

  @Test
  void refusesARowWithoutAValueOfADerivedRequiredColumn() {
    RowFault fault = fault("'long'", null, new AvroOptions(true, Set.of(), Set.of()));

    assertThat(fault.message())
        .isEqualTo(
            "Field 'f' is null, and its column is made REQUIRED. Set the field, or make it a union"
                + " with null.");
  }

  @Test
  void refusesARowWithANullElement() {
    assertThat(fault("{'type':'array','items':'long'}", Arrays.asList(1L, null)).message())
        .contains("has a NULL element");
  }

  @Test
  void refusesADecimalThatNeedsMoreDigits() {
    assertThat(fault(DECIMAL, new BigDecimal("1.234")).message())
        .contains("has more than 2 fraction digits");
    assertThat(fault(DECIMAL, new BigDecimal("123456789.1")).message())
        .contains("has more than 8 digits before the point");
    assertThat(fault(DECIMAL, ByteBuffer.allocate(0)).message()).contains("a decimal of no bytes");
  }

  @Test
  void refusesAnInstantBeyondAnyNumber() {
    assertThat(fault(logical("long", "timestamp-micros"), Instant.MAX).message())
        .isEqualTo("Field 'f' is no INSTANT, or beyond any. Correct it upstream.");
    assertThat(fault(logical("string", "datetime"), "yesterday").message())
        .isEqualTo("Field 'f' is no DATETIME, or beyond any. Correct it upstream.");
  }

  @Test
  void readsOneRecordAfterTheOther() {
    Schema schema = schema("{'type':'array','items':'long'}");
    AvroRows avro = AvroRows.of(schema, AvroOptions.DEFAULTS);
    Rows rows = Rows.of(avro.schema(), avro.tableSchema());

    assertThat(value(rows.message(avro.read(record(schema, List.of(1L, 2L, 3L))))))
        .isEqualTo(List.of(1L, 2L, 3L));
    assertThat(value(rows.message(avro.read(record(schema, List.of(4L)))))).isEqualTo(List.of(4L));
  }
}
