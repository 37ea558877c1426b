package dev.penstock.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.kafka.read.ReadOptions.DecimalMapping;
import dev.penstock.kafka.read.ReadOptions.NullElements;
import dev.penstock.kafka.read.ReadOptions.OutOfRange;
import dev.penstock.kafka.read.UnavailableValue.Policy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectReadersTest {
  private static final ReadOptions STRICT = ReadOptions.strict();
  private final Sink sink = new Sink();

  private static Schema one(Schema type) {
    return SchemaBuilder.struct().field("f", type).build();
  }

  private static StructReader reader(Schema type, Object value, ReadOptions options) {
    Schema schema = one(type);
    return new ConnectReaders(options)
        .reader(schema, field -> true)
        .read(new Struct(schema).put("f", value));
  }

  private static ReadOptions options(OutOfRange outOfRange, NullElements nulls) {
    return new ReadOptions(
        false,
        DecimalMapping.NUMERIC,
        DecimalMapping.BIGNUMERIC,
        false,
        false,
        outOfRange,
        nulls,
        UnavailableValue.refused());
  }

  @Test
  void readsPrimitives() {
    Schema schema =
        SchemaBuilder.struct()
            .field("flag", Schema.BOOLEAN_SCHEMA)
            .field("tiny", Schema.INT8_SCHEMA)
            .field("big", Schema.INT64_SCHEMA)
            .field("real", Schema.FLOAT32_SCHEMA)
            .field("text", Schema.STRING_SCHEMA)
            .field("raw", Schema.BYTES_SCHEMA)
            .build();
    Struct row =
        new Struct(schema)
            .put("flag", true)
            .put("tiny", (byte) -8)
            .put("big", Long.MIN_VALUE)
            .put("real", 0.5f)
            .put("text", "é")
            .put("raw", ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2).slice());
    StructReader reader = new ConnectReaders(STRICT).reader(schema, field -> true).read(row);
    assertThat(reader.fields().stream().map(SourceField::kind))
        .containsExactly(
            ValueKind.BOOL,
            ValueKind.LONG,
            ValueKind.LONG,
            ValueKind.DOUBLE,
            ValueKind.TEXT,
            ValueKind.BYTES);
    assertThat(reader.booleanAt(0)).isTrue();
    assertThat(reader.longAt(1)).isEqualTo(-8);
    assertThat(reader.longAt(2)).isEqualTo(Long.MIN_VALUE);
    assertThat(reader.doubleAt(3)).isEqualTo(0.5);
    reader.text(4, sink);
    assertThat(sink.text).isEqualTo("é");
    reader.bytes(5, sink);
    assertThat(sink.bytes).containsExactly(1, 2);
  }

  @Test
  void readsBytesOfReadOnlyBuffersFromTheirPosition() {
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3}).position(1).asReadOnlyBuffer();
    reader(Schema.BYTES_SCHEMA, buffer, STRICT).bytes(0, sink);
    assertThat(sink.bytes).containsExactly(2, 3);
    assertThat(buffer.remaining()).isEqualTo(2);
  }

  @Test
  void floorsDaysBeforeTheEpoch() {
    StructReader reader =
        reader(
            org.apache.kafka.connect.data.Date.SCHEMA, Date.from(Instant.ofEpochMilli(-1)), STRICT);
    assertThat(reader.longAt(0)).isEqualTo(-1);
  }

  @Test
  void readsConnectTimesInMilliseconds() {
    assertThat(reader(Timestamp.SCHEMA, Date.from(Instant.ofEpochMilli(-5)), STRICT).longAt(0))
        .isEqualTo(-5);
    assertThat(reader(Time.SCHEMA, Date.from(Instant.ofEpochMilli(86_399_999)), STRICT).longAt(0))
        .isEqualTo(86_399_999);
    assertThat(
            reader(Timestamp.SCHEMA, Date.from(Instant.ofEpochMilli(0)), STRICT)
                .fields()
                .get(0)
                .unit())
        .isEqualTo(TimeUnit.MILLISECONDS);
  }

  @ParameterizedTest
  @CsvSource({
    "io.debezium.time.Date, INT32, DATE, ",
    "io.debezium.time.Time, INT32, TIME, MILLISECONDS",
    "io.debezium.time.MicroTime, INT64, TIME, MICROSECONDS",
    "io.debezium.time.NanoTime, INT64, TIME, NANOSECONDS",
    "io.debezium.time.Timestamp, INT64, INSTANT, MILLISECONDS",
    "io.debezium.time.MicroTimestamp, INT64, INSTANT, MICROSECONDS",
    "io.debezium.time.NanoTimestamp, INT64, INSTANT, NANOSECONDS",
    "io.debezium.time.ZonedTimestamp, STRING, TEXT, ",
    "io.debezium.time.ZonedTime, STRING, TEXT, ",
    "io.debezium.time.Year, INT32, LONG, ",
    "io.debezium.time.Interval, STRING, TEXT, ",
    "io.debezium.time.MicroDuration, INT64, LONG, ",
    "io.debezium.data.Json, STRING, TEXT, ",
    "io.debezium.data.Uuid, STRING, TEXT, ",
    "io.debezium.data.Xml, STRING, TEXT, ",
    "io.debezium.data.Enum, STRING, TEXT, ",
    "io.debezium.data.EnumSet, STRING, TEXT, ",
    "io.debezium.data.Bits, BYTES, BYTES, ",
  })
  void mapsDebeziumTypes(String name, Schema.Type type, ValueKind kind, TimeUnit unit) {
    Schema schema = one(new SchemaBuilder(type).name(name).optional().build());
    SourceField field = new ConnectReaders(STRICT).reader(schema, any -> true).fields().get(0);
    assertThat(field.kind()).isEqualTo(kind);
    assertThat(field.unit()).isEqualTo(unit);
    assertThat(field.nullable()).isTrue();
  }

  @Test
  void saysWhatZonedTextsHold() {
    Schema zoned = SchemaBuilder.string().name("io.debezium.time.ZonedTimestamp").build();
    assertThat(reader(zoned, "2024-01-01T00:00:00Z", STRICT).fields().get(0).textForm())
        .isEqualTo(TextForm.ISO_INSTANT);
  }

  @Test
  void readsVariableScaleDecimals() {
    Schema type =
        SchemaBuilder.struct()
            .name("io.debezium.data.VariableScaleDecimal")
            .field("scale", Schema.INT32_SCHEMA)
            .field("value", Schema.BYTES_SCHEMA)
            .build();
    Struct value =
        new Struct(type).put("scale", 3).put("value", BigInteger.valueOf(-12_345).toByteArray());
    assertThat(reader(type, value, STRICT).decimalAt(0)).isEqualByComparingTo("-12.345");
  }

  @Test
  void declaresPrecisionAndScaleOfDecimals() {
    Schema type = Decimal.builder(4).parameter("connect.decimal.precision", "20").build();
    StructReader reader = reader(type, new BigDecimal("12.3400"), STRICT);
    assertThat(reader.fields().get(0).precision()).isEqualTo(20);
    assertThat(reader.fields().get(0).scale()).isEqualTo(4);
    assertThat(reader.decimalAt(0)).isEqualByComparingTo("12.34");
  }

  @Test
  void keepsNullWhereTheSchemaHasADefault() {
    Schema type = SchemaBuilder.string().optional().defaultValue("x").build();
    Schema schema = one(type);
    StructReader reader =
        new ConnectReaders(STRICT).reader(schema, any -> true).read(new Struct(schema));
    assertThat(reader.isNull(0)).isTrue();
  }

  @Test
  void readsNestedStructsListsAndMaps() {
    Schema inner = SchemaBuilder.struct().field("n", Schema.INT32_SCHEMA).build();
    Schema schema =
        SchemaBuilder.struct()
            .field("s", inner)
            .field("l", SchemaBuilder.array(inner).build())
            .field("m", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT64_SCHEMA).build())
            .build();
    Map<String, Long> map = new LinkedHashMap<>();
    map.put("a", 1L);
    map.put("b", 2L);
    Struct row =
        new Struct(schema)
            .put("s", new Struct(inner).put("n", 7))
            .put("l", List.of(new Struct(inner).put("n", 8), new Struct(inner).put("n", 9)))
            .put("m", map);
    StructReader reader = new ConnectReaders(STRICT).reader(schema, any -> true).read(row);
    assertThat(reader.struct(0).longAt(0)).isEqualTo(7);
    RowReader list = reader.list(1);
    assertThat(list.size()).isEqualTo(2);
    assertThat(list.struct(1).longAt(0)).isEqualTo(9);
    RowReader entries = reader.list(2);
    assertThat(entries.size()).isEqualTo(2);
    entries.struct(1).text(0, sink);
    assertThat(sink.text).isEqualTo("b");
    assertThat(entries.struct(1).longAt(1)).isEqualTo(2);
  }

  @Test
  void clampsOrDropsWhatBigQueryHasNoDateFor() {
    Schema type = SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build();
    long infinity = 9_223_372_036_825_200_000L;
    assertThat(reader(type, infinity, options(OutOfRange.CLAMP, NullElements.FAIL)).longAt(0))
        .isEqualTo(253_402_300_799_999_999L);
    assertThat(reader(type, infinity, options(OutOfRange.NULL, NullElements.FAIL)).isNull(0))
        .isTrue();
    assertThat(reader(type, infinity, options(OutOfRange.FAIL, NullElements.FAIL)).longAt(0))
        .isEqualTo(infinity);
  }

  @ParameterizedTest
  @CsvSource({
    "infinity, 9999-12-31T23:59:59.999999Z",
    "-infinity, 0001-01-01T00:00:00Z",
    "+294247-01-10T04:00:54.775Z, 9999-12-31T23:59:59.999999Z",
    "-0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
    "2024-01-01T00:00:00Z, 2024-01-01T00:00:00Z",
  })
  void clampsTextsOfInstants(String text, String clamped) {
    Schema zoned = SchemaBuilder.string().name("io.debezium.time.ZonedTimestamp").build();
    reader(zoned, text, options(OutOfRange.CLAMP, NullElements.FAIL)).text(0, sink);
    assertThat(sink.text).isEqualTo(clamped);
    assertThat(reader(zoned, text, options(OutOfRange.NULL, NullElements.FAIL)).isNull(0))
        .isEqualTo(!text.equals(clamped));
  }

  @Test
  void asksForAnInexactColumnOnlyWhenTold() {
    ReadOptions inexact =
        new ReadOptions(
            false,
            DecimalMapping.FLOAT,
            DecimalMapping.FLOAT,
            false,
            false,
            OutOfRange.FAIL,
            NullElements.FAIL,
            UnavailableValue.refused());
    SourceField field = reader(Decimal.schema(2), new BigDecimal("1.00"), inexact).fields().get(0);
    assertThat(field.kind()).isEqualTo(ValueKind.DECIMAL);
    assertThat(field.column()).isEqualTo(Column.nullable(field.name(), ColumnType.FLOAT64));
    assertThat(reader(Decimal.schema(2), new BigDecimal("1.00"), STRICT).fields().get(0).column())
        .isNull();
  }

  @Test
  void keepsDropsOrReplacesNullElements() {
    Schema type = SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build();
    List<String> values = Arrays.asList("a", null, "b");
    assertThat(reader(type, values, options(OutOfRange.FAIL, NullElements.FAIL)).list(0).isNull(1))
        .isTrue();
    assertThat(reader(type, values, options(OutOfRange.FAIL, NullElements.DROP)).list(0).size())
        .isEqualTo(2);
    RowReader replaced =
        reader(type, values, options(OutOfRange.FAIL, NullElements.DEFAULT)).list(0);
    assertThat(replaced.isNull(1)).isFalse();
    replaced.text(1, sink);
    assertThat(sink.text).isEmpty();
  }

  @Test
  void findsThePlaceholderOfUnloggedValues() {
    Schema type = SchemaBuilder.string().optional().build();
    StructReader reader = reader(type, "__debezium_unavailable_value", STRICT);
    assertThat(reader.findUnavailable()).isEqualTo("f");
    Schema array = SchemaBuilder.array(Schema.STRING_SCHEMA).build();
    assertThat(reader(array, List.of("__debezium_unavailable_value"), STRICT).findUnavailable())
        .isEqualTo("f");
    ByteBuffer raw =
        ByteBuffer.wrap("__debezium_unavailable_value".getBytes(StandardCharsets.UTF_8));
    assertThat(reader(Schema.BYTES_SCHEMA, raw, STRICT).findUnavailable()).isEqualTo("f");
    assertThat(reader(type, "other", STRICT).findUnavailable()).isNull();
  }

  @Test
  void readsUnloggedValuesAsNullWhenAsked() {
    ReadOptions asNull =
        new ReadOptions(
            false,
            DecimalMapping.NUMERIC,
            DecimalMapping.BIGNUMERIC,
            false,
            false,
            OutOfRange.FAIL,
            NullElements.FAIL,
            new UnavailableValue("?", Policy.NULL));
    StructReader reader = reader(Schema.STRING_SCHEMA, "?", asNull);
    assertThat(reader.findUnavailable()).isNull();
    assertThat(reader.isNull(0)).isTrue();
  }

  @Test
  void refusesFieldsThatMeetInOneColumn() {
    Schema schema =
        SchemaBuilder.struct()
            .field("a-b", Schema.STRING_SCHEMA)
            .field("A_B", Schema.STRING_SCHEMA)
            .build();
    ReadOptions sanitizing =
        new ReadOptions(
            true,
            DecimalMapping.NUMERIC,
            DecimalMapping.BIGNUMERIC,
            false,
            false,
            OutOfRange.FAIL,
            NullElements.FAIL,
            UnavailableValue.refused());
    assertThatThrownBy(() -> new ConnectReaders(sanitizing).reader(schema, any -> true))
        .isInstanceOf(IngestException.class)
        .hasMessage(
            "Fields 'a-b' and 'A_B' both become column 'A_B'. Rename one of them with a"
                + " transform.");
  }

  @Test
  void sanitizesNames() {
    assertThat(FieldNames.sanitized("order-id")).isEqualTo("order_id");
    assertThat(FieldNames.sanitized("1st")).isEqualTo("_1st");
    assertThat(FieldNames.sanitized("ключ")).isEqualTo("____");
  }
}
