package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPlainTest {
  private static final JsonOptions PLAIN = new JsonOptions(false, JsonOptions.Notation.PLAIN);

  private static JsonRows rows(ColumnType type) {
    return JsonRows.of(new TableSchema(List.of(Column.nullable("c", type))), PLAIN);
  }

  private static String text(RowReader row, int ordinal) {
    String[] found = new String[1];
    row.text(
        ordinal,
        new RowReader.TextSink() {
          @Override
          public void text(String value) {
            found[0] = value;
          }

          @Override
          public void utf8(byte[] array, int offset, int length) {
            found[0] = new String(array, offset, length, StandardCharsets.UTF_8);
          }
        });
    return found[0];
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"b\": [1, 2.50, {\"ü\": null}] }",
        "[]",
        "[ 1 ,2]",
        "1.000000000000000000000000000001",
        "-12e400",
        "7",
        "true",
        "\"a \\\"quoted\\\" text\"",
        "\"\""
      })
  void jsonColumnsTakeAnyValueAsItStands(String value) {
    JsonRows rows = rows(ColumnType.JSON);

    assertThat(text(rows.read("{\"c\":  " + value + " }"), 0)).isEqualTo(value);
    assertThat(text(rows.read("{\"c\":" + value + "}"), 0)).isEqualTo(value);
  }

  @Test
  void jsonNullIsNull() {
    assertThat(rows(ColumnType.JSON).read("{\"c\": null}").isNull(0)).isTrue();
  }

  @Test
  void arraysOfJsonKeepTheirElements() {
    Column list = Column.of("c", ColumnType.JSON, ColumnMode.REPEATED);
    RowReader row =
        JsonRows.of(new TableSchema(List.of(list)), PLAIN).read("{\"c\": [{\"a\":1}, [2], 3.0]}");

    assertThat(row.list(0).size()).isEqualTo(3);
    assertThat(text(row.list(0), 0)).isEqualTo("{\"a\":1}");
    assertThat(text(row.list(0), 1)).isEqualTo("[2]");
    assertThat(text(row.list(0), 2)).isEqualTo("3.0");
  }

  @Test
  void numbersStayExact() {
    assertThat(
            rows(ColumnType.BIGNUMERIC)
                .read("{\"c\": 123456789012345678901234567890}")
                .decimalAt(0))
        .isEqualTo(new BigDecimal("123456789012345678901234567890"));
    assertThat(rows(ColumnType.NUMERIC).read("{\"c\": 0.10}").decimalAt(0))
        .isEqualTo(new BigDecimal("0.10"));
    assertThat(text(rows(ColumnType.STRING).read("{\"c\": 0.10}"), 0)).isEqualTo("0.10");
    assertThat(text(rows(ColumnType.STRING).read("{\"c\": true}"), 0)).isEqualTo("true");
  }

  @Test
  void timesAreIsoTextsOnly() {
    assertThat(rows(ColumnType.TIMESTAMP).read("{\"c\": \"1970-01-01T00:00:01Z\"}").longAt(0))
        .isEqualTo(1_000_000);
    assertThatThrownBy(() -> rows(ColumnType.TIMESTAMP).read("{\"c\": 1700000000}").longAt(0))
        .isInstanceOf(RowFaultException.class)
        .hasMessage(
            "Field 'c' is TIMESTAMP, and the document holds a whole number there that is none. Send"
                + " yyyy-mm-dd hh:mm:ss with up to 6 fraction digits and Z, UTC or an offset.");
    assertThatThrownBy(() -> rows(ColumnType.DATE).read("{\"c\": 19000}").longAt(0))
        .isInstanceOf(RowFaultException.class)
        .hasMessageStartingWith("Field 'c' is DATE");
  }

  @Test
  void bytesAreBase64() {
    byte[][] found = new byte[1][];
    rows(ColumnType.BYTES)
        .read("{\"c\": \"AP8=\"}")
        .bytes(0, (array, offset, length) -> found[0] = array);

    assertThat(found[0]).containsExactly(0, 255);
  }

  @Test
  void aColumnMayStandUnderAnotherKey() {
    JsonRows rows =
        JsonRows.of(
            new TableSchema(List.of(Column.nullable("first_name", ColumnType.STRING))),
            List.of("first name"),
            PLAIN);

    assertThat(text(rows.read("{\"first name\": \"Ada\"}"), 0)).isEqualTo("Ada");
    assertThat(rows.schema().fields().get(0).name()).isEqualTo("first_name");
  }
}
