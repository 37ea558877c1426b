package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Rows as Avro's own reader reads them. */
class AvroOutputTest {
  private static Column column(ColumnType type, ColumnMode mode) {
    return Column.of("c", type, mode);
  }

  private static Object only(SourceField field, Column column, Object value) {
    AvroEncoding encoding = new AvroEncoding(List.of(field), List.of(column));
    encoding.encode(FakeRow.of(value));
    return encoding.read().get(0).get("c");
  }

  private static Object only(ValueKind kind, ColumnType type, Object value) {
    Object nullable =
        only(SourceField.of("c", kind, true), column(type, ColumnMode.NULLABLE), value);
    assertThat(only(SourceField.of("c", kind, false), column(type, ColumnMode.REQUIRED), value))
        .isEqualTo(nullable);
    return nullable;
  }

  private static SourceField micros(ValueKind kind) {
    return SourceField.temporal("c", kind, true, TimeUnit.MICROSECONDS);
  }

  private static BigInteger unscaled(Object bytes) {
    return new BigInteger(((ByteBuffer) bytes).array());
  }

  @Test
  void writesScalars() {
    assertThat(only(ValueKind.BOOL, ColumnType.BOOL, true)).isEqualTo(true);
    assertThat(only(ValueKind.BOOL, ColumnType.BOOL, false)).isEqualTo(false);
    assertThat(only(ValueKind.LONG, ColumnType.INT64, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(only(ValueKind.LONG, ColumnType.INT64, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(only(ValueKind.DOUBLE, ColumnType.FLOAT64, -0.0)).isEqualTo(-0.0);
    assertThat(only(ValueKind.DOUBLE, ColumnType.FLOAT64, Double.NaN)).isEqualTo(Double.NaN);
    assertThat(only(ValueKind.TEXT, ColumnType.STRING, "")).hasToString("");
    assertThat(only(ValueKind.TEXT, ColumnType.STRING, "€ 😀 a")).hasToString("€ 😀 a");
    assertThat(only(ValueKind.TEXT, ColumnType.STRING, ByteString.copyFromUtf8("ö")))
        .hasToString("ö");
    assertThat(only(ValueKind.JSON, ColumnType.JSON, "{\"a\":1}")).hasToString("{\"a\":1}");
    assertThat(only(ValueKind.TEXT, ColumnType.GEOGRAPHY, "POINT(1 2)")).hasToString("POINT(1 2)");
    assertThat(only(ValueKind.BYTES, ColumnType.BYTES, new byte[] {0, -1}))
        .isEqualTo(ByteBuffer.wrap(new byte[] {0, -1}));
  }

  @Test
  void writesTimesInMicrosecondsAndDatesInDays() {
    assertThat(only(ValueKind.DATE, ColumnType.DATE, -719_162L)).isEqualTo(-719_162);
    assertThat(
            only(
                micros(ValueKind.TIME),
                column(ColumnType.TIME, ColumnMode.NULLABLE),
                86_399_999_999L))
        .isEqualTo(86_399_999_999L);
    assertThat(
            only(
                micros(ValueKind.DATETIME),
                column(ColumnType.DATETIME, ColumnMode.NULLABLE),
                -62_135_596_800_000_000L))
        .isEqualTo(-62_135_596_800_000_000L);
    assertThat(
            only(
                micros(ValueKind.INSTANT),
                column(ColumnType.TIMESTAMP, ColumnMode.NULLABLE),
                253_402_300_799_999_999L))
        .isEqualTo(253_402_300_799_999_999L);
    assertThat(
            only(
                SourceField.text("c", true, TextForm.ISO_INSTANT),
                column(ColumnType.TIMESTAMP, ColumnMode.NULLABLE),
                "1970-01-01T00:00:00.000001Z"))
        .isEqualTo(1L);
  }

  @Test
  void writesDecimalsAtTheScaleOfTheColumn() {
    Column price = new Column("c", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 10, 2, null);
    Column whole =
        new Column("c", ColumnType.BIGNUMERIC, ColumnMode.REQUIRED, List.of(), 40, null, null);
    SourceField decimal = SourceField.decimal("c", false, null, null);

    assertThat(unscaled(only(decimal, price, new BigDecimal("-12.5")))).isEqualTo("-1250");
    assertThat(unscaled(only(decimal, price, new BigDecimal("12.500")))).isEqualTo("1250");
    assertThat(unscaled(only(decimal, price, new BigDecimal("1E+3")))).isEqualTo("100000");
    assertThat(unscaled(only(decimal, whole, new BigDecimal("7.00")))).isEqualTo("7");
    assertThat(unscaled(only(ValueKind.LONG, ColumnType.NUMERIC, 0L))).isEqualTo("0");
    assertThat(unscaled(only(ValueKind.LONG, ColumnType.NUMERIC, Long.MIN_VALUE)))
        .isEqualTo("-9223372036854775808000000000");
    assertThat(unscaled(only(ValueKind.DECIMAL, ColumnType.BIGNUMERIC, new BigDecimal("1E-38"))))
        .isEqualTo("1");
  }

  @Test
  void writesAbsentValuesListsAndStructsInTheOrderOfTheSource() {
    AvroEncoding encoding =
        new AvroEncoding(
            List.of(
                SourceField.of("last", ValueKind.LONG, true),
                SourceField.list("tags", true, SourceField.of("e", ValueKind.TEXT, false)),
                SourceField.struct(
                    "place",
                    true,
                    List.of(
                        SourceField.of("zip", ValueKind.TEXT, true),
                        SourceField.list(
                            "points",
                            true,
                            SourceField.struct(
                                "e", false, List.of(SourceField.of("x", ValueKind.LONG, true))))))),
            List.of(
                Column.struct(
                    "Place",
                    ColumnMode.NULLABLE,
                    List.of(
                        Column.struct(
                            "points",
                            ColumnMode.REPEATED,
                            List.of(Column.nullable("x", ColumnType.INT64))),
                        Column.nullable("unused", ColumnType.STRING),
                        Column.nullable("zip", ColumnType.STRING))),
                Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED),
                Column.nullable("other", ColumnType.INTERVAL),
                Column.nullable("last", ColumnType.INT64)));

    encoding.encode(FakeRow.of(null, null, null));
    encoding.encode(
        FakeRow.of(
            7L,
            List.of("a", "b"),
            Arrays.asList(null, List.of(List.of(1L), Arrays.asList((Long) null)))));
    encoding.encode(FakeRow.of(null, List.of(), Arrays.asList("x", null)));

    assertThat(encoding.read())
        .extracting(GenericRecord::toString)
        .containsExactly(
            "{\"last\": null, \"tags\": [], \"Place\": null}",
            "{\"last\": 7, \"tags\": [\"a\", \"b\"], \"Place\": {\"zip\": null, \"points\": [{\"x\":"
                + " 1}, {\"x\": null}]}}",
            "{\"last\": null, \"tags\": [], \"Place\": {\"zip\": \"x\", \"points\": []}}");
  }

  @Test
  void tellsTheSchemaAsLoadJobsReadIt() {
    AvroSchema schema =
        AvroSchema.of(
            new SourceSchema(
                List.of(
                    SourceField.decimal("n", true, null, null),
                    SourceField.decimal("p", true, null, null),
                    SourceField.decimal("b", false, null, null),
                    micros(ValueKind.DATETIME),
                    SourceField.list("d", true, SourceField.of("e", ValueKind.DATE, false)),
                    SourceField.struct(
                        "s", false, List.of(SourceField.of("j", ValueKind.JSON, true))))),
            new TableSchema(
                List.of(
                    Column.nullable("n", ColumnType.NUMERIC),
                    new Column("p", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 5, 1, null),
                    Column.of("b", ColumnType.BIGNUMERIC, ColumnMode.REQUIRED),
                    Column.nullable("c", ColumnType.DATETIME),
                    Column.of("d", ColumnType.DATE, ColumnMode.REPEATED),
                    Column.struct(
                        "s",
                        ColumnMode.REQUIRED,
                        List.of(Column.nullable("j", ColumnType.JSON))))));

    assertThat(schema.json())
        .isEqualTo(
            "{'type':'record','name':'Row','fields':["
                .concat(
                    "{'name':'n','type':['null',{'type':'bytes','logicalType':'decimal',"
                        + "'precision':38,'scale':9}]},")
                .concat(
                    "{'name':'p','type':['null',{'type':'bytes','logicalType':'decimal',"
                        + "'precision':5,'scale':1}]},")
                .concat(
                    "{'name':'b','type':{'type':'bytes','logicalType':'decimal',"
                        + "'precision':77,'scale':38}},")
                .concat(
                    "{'name':'c','type':['null',{'type':'long','logicalType':"
                        + "'local-timestamp-micros'}]},")
                .concat(
                    "{'name':'d','type':{'type':'array','items':{'type':'int','logicalType':"
                        + "'date'}}},")
                .concat(
                    "{'name':'s','type':{'type':'record','name':'Row_5','fields':["
                        + "{'name':'j','type':['null','string']}]}}]}")
                .replace('\'', '"'));
  }

  @Test
  void leavesTheBufferAsItWasWhenARowIsRefused() {
    AvroEncoding encoding =
        new AvroEncoding(
            List.of(SourceField.of("c", ValueKind.TEXT, false)),
            List.of(Column.of("c", ColumnType.STRING, ColumnMode.REQUIRED)));
    encoding.encode(FakeRow.of("first"));

    assertThat(encoding.fault(FakeRow.of((Object) null)).message())
        .isEqualTo(
            "Column 'c' is STRING NOT NULL, and the value is NULL. Correct it at the source, or"
                + " make the column NULLABLE if it is no key.");
    assertThat(encoding.fault(FakeRow.of("\uD800")).code()).isEqualTo(ErrorCode.ROW_INVALID);
    assertThat(encoding.fault(FakeRow.of("x".repeat(AvroEncoding.MAX_ROW_BYTES))))
        .isEqualTo(
            new RowFault(
                ErrorCode.ROW_TOO_LARGE,
                null,
                "The row takes more than 1000 bytes, the most one block of an Avro file has room"
                    + " for. Shorten or leave out its large columns, or load it by write streams,"
                    + " whose requests have room for more."));
    encoding.encode(FakeRow.of("x".repeat(AvroEncoding.MAX_ROW_BYTES - 2)));

    assertThat(encoding.read()).hasSize(2);
  }

  @Test
  void refusesWhatNoLoadJobReads() {
    RowPlan.Outcome outcome =
        RowPlan.compileForAvro(
            new SourceSchema(
                List.of(
                    SourceField.of("für", ValueKind.TEXT, true),
                    SourceField.of("span", ValueKind.INTERVAL, true))),
            new TableSchema(
                List.of(
                    Column.nullable("für", ColumnType.STRING),
                    Column.nullable("span", ColumnType.INTERVAL))),
            List.of());

    assertThat(outcome)
        .isEqualTo(
            new RowPlan.Outcome.Refused(
                List.of(
                    "Column 'für' has a name that Avro files cannot hold: letters a to z, digits"
                        + " and underscores are what they know. Load by streams, or rename the"
                        + " column.",
                    "Column 'span' is INTERVAL, which no load job reads from Avro (LD-011). Load"
                        + " by streams, or leave the field out.")));
  }

  @Test
  void writesUtf8AsItIs() {
    byte[] utf8 = "grün".getBytes(StandardCharsets.UTF_8);

    assertThat(only(ValueKind.TEXT, ColumnType.STRING, ByteString.copyFrom(utf8)))
        .hasToString("grün");
  }
}
