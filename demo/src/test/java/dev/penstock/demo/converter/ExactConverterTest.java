package dev.penstock.demo.converter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactConverterTest {
  private final ExactConverter converter = new ExactConverter();

  @BeforeEach
  void configure() {
    converter.configure(Map.of(), false);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        -0.0,
        Double.MIN_VALUE
      })
  void keepsDoublesThatJsonHasNot(double value) {
    assertThat(roundTrip(Schema.FLOAT64_SCHEMA, value).value()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 127, -128, Long.MAX_VALUE, Long.MIN_VALUE})
  void keepsIntegers(long value) {
    assertThat(roundTrip(Schema.INT64_SCHEMA, value).value()).isEqualTo(value);
  }

  @Test
  void keepsSchemaAndValueOfAStruct() {
    Schema inner =
        SchemaBuilder.struct().name("inner").optional().field("a", Schema.INT32_SCHEMA).build();
    Schema schema =
        SchemaBuilder.struct()
            .name("row")
            .field("id", Schema.INT16_SCHEMA)
            .field("total", Decimal.builder(4).optional().build())
            .field("day", Date.SCHEMA)
            .field("time", Time.SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .field("small", Schema.FLOAT32_SCHEMA)
            .field("seal", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("tags", SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build())
            .field("counts", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.BOOLEAN_SCHEMA).build())
            .field("inner", inner)
            .field("withDefault", SchemaBuilder.int32().optional().defaultValue(7).build())
            .build();
    Struct value =
        new Struct(schema)
            .put("id", (short) 3)
            .put("total", new BigDecimal("-12.3400"))
            .put("day", Date.toLogical(Date.SCHEMA, -1))
            .put("time", Time.toLogical(Time.SCHEMA, 1))
            .put("at", Timestamp.toLogical(Timestamp.SCHEMA, -1))
            .put("small", 0.1f)
            .put("seal", ByteBuffer.wrap(new byte[] {0, -1}))
            .put("tags", Arrays.asList("é 🔑", null, ""))
            .put("counts", Map.of("x", true))
            .put("inner", new Struct(inner).put("a", 1))
            .put("withDefault", null);

    SchemaAndValue back = roundTrip(schema, value);

    assertThat(back.schema()).isEqualTo(schema);
    assertThat(back.value()).isEqualTo(value);
    assertThat(((Struct) back.value()).getWithoutDefault("withDefault")).isNull();
  }

  @Test
  void readsTheSecondRecordOfASchemaFromItsCache() {
    Schema schema = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    Schema first = roundTrip(schema, new Struct(schema).put("id", 1L)).schema();
    Schema second = roundTrip(schema, new Struct(schema).put("id", 2L)).schema();

    assertThat(second).isSameAs(first);
  }

  @Test
  void nullIsATombstone() {
    assertThat(converter.fromConnectData("t", Schema.STRING_SCHEMA, null)).isNull();
    assertThat(converter.toConnectData("t", null)).isEqualTo(SchemaAndValue.NULL);
  }

  @Test
  void refusesValuesWithoutSchema() {
    assertThatThrownBy(() -> converter.fromConnectData("t", null, List.of()))
        .isInstanceOf(DataException.class)
        .hasMessage("Topic t: ExactConverter needs a schema with each value");
  }

  @Test
  void refusesAnUnknownFormat() {
    assertThatThrownBy(() -> converter.toConnectData("t", new byte[] {9}))
        .isInstanceOf(DataException.class)
        .hasMessage("Topic t: format 9 (expected: 1)");
  }

  private SchemaAndValue roundTrip(Schema schema, Object value) {
    return converter.toConnectData("t", converter.fromConnectData("t", schema, value));
  }
}
