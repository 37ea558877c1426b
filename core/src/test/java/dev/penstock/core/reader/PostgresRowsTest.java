package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresRowsTest {
  private static final PostgresColumn NUMBER =
      new PostgresColumn(SourceField.of("n", ValueKind.LONG, true), PostgresForm.INT4);
  private static final PostgresColumn TEXT =
      new PostgresColumn(SourceField.of("t", ValueKind.TEXT, true), PostgresForm.TEXT);
  private static final PostgresColumn DECIMAL =
      new PostgresColumn(SourceField.decimal("d", true, null, null), PostgresForm.NUMERIC);

  /** A row of values behind their lengths; null is NULL. */
  private static byte[] row(byte[]... values) {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    row.writeBytes(ByteBuffer.allocate(2).putShort((short) values.length).array());
    for (byte[] value : values) {
      row.writeBytes(value == NULL ? int4(-1) : int4(value.length));
      row.writeBytes(value);
    }
    return row.toByteArray();
  }

  private static final byte[] NULL = {};

  private static byte[] int4(int... numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * numbers.length);
    for (int number : numbers) {
      buffer.putInt(number);
    }
    return buffer.array();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String textAt(RowReader row, int ordinal) {
    StringBuilder text = new StringBuilder();
    row.text(
        ordinal,
        new RowReader.TextSink() {
          @Override
          public void text(String value) {
            text.append(value);
          }

          @Override
          public void utf8(byte[] array, int offset, int length) {
            text.append(new String(array, offset, length, StandardCharsets.UTF_8));
          }
        });
    return text.toString();
  }

  @Test
  void readsRowsOneBehindTheOther() {
    PostgresRows rows = PostgresRows.of(List.of(NUMBER, TEXT));
    byte[] first = row(int4(7), text("é"));
    byte[] second = row(NULL, NULL);
    byte[] bytes =
        ByteBuffer.allocate(first.length + second.length + 2)
            .put(first)
            .put(second)
            .putShort((short) -1)
            .array();
    int behindFirst = rows.read(bytes, 0, bytes.length);
    assertThat(behindFirst).isEqualTo(first.length);
    assertThat(rows.row().longAt(0)).isEqualTo(7);
    assertThat(textAt(rows.row(), 1)).isEqualTo("é");
    int behindSecond = rows.read(bytes, behindFirst, bytes.length);
    assertThat(behindSecond).isEqualTo(first.length + second.length);
    assertThat(rows.row().isNull(0)).isTrue();
    assertThat(rows.row().isNull(1)).isTrue();
    assertThat(rows.read(bytes, behindSecond, bytes.length)).isEqualTo(PostgresRows.END);
  }

  @Test
  void tellsRowsThatGoOnBehindTheLimit() {
    PostgresRows rows = PostgresRows.of(List.of(NUMBER, TEXT));
    byte[] whole = row(int4(7), text("text"));
    for (int limit = 0; limit < whole.length; limit++) {
      assertThat(rows.read(whole, 0, limit)).isEqualTo(PostgresRows.INCOMPLETE);
    }
    assertThat(rows.read(whole, 0, whole.length)).isEqualTo(whole.length);
  }

  @Test
  void refusesRowsOfOtherColumns() {
    PostgresRows rows = PostgresRows.of(List.of(NUMBER));
    byte[] two = row(int4(1), int4(2));
    assertThatThrownBy(() -> rows.read(two, 0, two.length))
        .hasMessageStartingWith("PostgreSQL sent a row of 2 columns where 1 were asked for.");
  }

  @Test
  void refusesValuesOfAnotherLength() {
    PostgresRows rows = PostgresRows.of(List.of(NUMBER));
    byte[] row = row(new byte[8]);
    rows.read(row, 0, row.length);
    assertThatThrownBy(() -> rows.row().longAt(0))
        .isInstanceOf(RowFaultException.class)
        .hasMessage("Column 'n' has 8 bytes where INT4 has 4. Cast the column to text in a query.");
  }

  /** Count, weight, sign, scale and digits as the server sends them. */
  @ParameterizedTest
  @CsvSource({
    "0000000000000000, 0",
    "0000000000000002, 0.00",
    "000100000000000000 01, 1",
    "0001000000000002 0001, 1.00",
    "0002000000000002 0001 03e8, 1.10",
    "0002000040000002 0001 03e8, -1.10",
    "0004000200000002 0444 0d80 1edb 26ac, 109234567899.99",
    "0001ffff00000004 0001, 0.0001",
    "0001fffe00000008 0001, 0.00000001",
    "0001000100000000 000c, 120000",
    "000100000000000c 0005, 5.000000000000",
    "0004000300000000 270f 270f 270f 270f, 9999999999999999",
    "0005000400000000 270f 270f 270f 270f 270f, 99999999999999999999",
    "0004000000000009 0001 270f 270f 2328, 1.999999999",
    "0001000500000000 0001, 100000000000000000000"
  })
  void readsNumerics(String hex, BigDecimal expected) {
    byte[] row = row(HexFormat.of().parseHex(hex.replace(" ", "")));
    PostgresRows rows = PostgresRows.of(List.of(DECIMAL));
    rows.read(row, 0, row.length);
    assertThat(rows.row().decimalAt(0)).isEqualTo(expected);
  }

  @Test
  void refusesArraysWhoseElementsEndEarly() {
    PostgresColumn list =
        new PostgresColumn(
            SourceField.list("l", true, SourceField.of("l", ValueKind.LONG, true)),
            PostgresForm.INT4);
    PostgresRows rows = PostgresRows.of(List.of(list));
    byte[] whole = row(int4(1, 0, 23, 2, 1, 4, 7, -1));
    rows.read(whole, 0, whole.length);
    RowReader elements = rows.row().list(0);
    assertThat(elements.size()).isEqualTo(2);
    assertThat(elements.longAt(0)).isEqualTo(7);
    assertThat(elements.isNull(1)).isTrue();
    byte[] cut = row(int4(1, 0, 23, 2, 1, 4, 7));
    rows.read(cut, 0, cut.length);
    assertThatThrownBy(() -> rows.row().list(0))
        .hasMessage("Column 'l' is no array. Cast it to text in a query.");
  }

  @Test
  void refusesFormsThatYieldAnotherKind() {
    assertThatThrownBy(
            () ->
                new PostgresColumn(SourceField.of("n", ValueKind.DOUBLE, true), PostgresForm.INT4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("form: INT4 of ");
  }
}
