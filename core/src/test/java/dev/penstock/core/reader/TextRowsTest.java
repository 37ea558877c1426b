package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextRowsTest {
  private static TextRows row(Column column, String text) {
    return TextRows.of(
        new TableSchema(List.of(column)),
        new TextRows.Cells() {
          @Override
          public boolean isNull(int ordinal) {
            return text.isEmpty();
          }

          @Override
          public CharSequence text(int ordinal) {
            return text;
          }
        });
  }

  private static TextRows row(ColumnType type, String text) {
    return row(Column.nullable("c", type), text);
  }

  @Test
  void readsEachCellAsWhatItsColumnIs() {
    assertThat(row(ColumnType.BOOL, "TRUE").booleanAt(0)).isTrue();
    assertThat(row(ColumnType.BOOL, "0").booleanAt(0)).isFalse();
    assertThat(row(ColumnType.INT64, "-007").longAt(0)).isEqualTo(-7);
    assertThat(row(ColumnType.NUMERIC, "1e3").decimalAt(0)).isEqualTo(new BigDecimal("1E+3"));
    assertThat(row(ColumnType.FLOAT64, "-inf").doubleAt(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(row(ColumnType.DATE, "1970-01-02").longAt(0)).isEqualTo(1);
    assertThat(row(ColumnType.TIME, "00:00:01").longAt(0)).isEqualTo(1_000_000);
    assertThat(row(ColumnType.DATETIME, "1970-01-02").longAt(0)).isEqualTo(86_400_000_000L);
    assertThat(row(ColumnType.TIMESTAMP, "1970-01-01 01:00:00+01").longAt(0)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "BOOL,yes",
    "INT64,1.0",
    "INT64,9223372036854775808",
    "NUMERIC,1 000",
    "FLOAT64,1e400",
    "DATE,2026-1-5",
    "TIME,10:00:00.1234567",
    "DATETIME,2026-01-05 10:00:00Z",
    "TIMESTAMP,2026-01-05 10:00:00",
    "BYTES,not base64"
  })
  void refusesWhatIsNoneWithoutSayingIt(ColumnType type, String text) {
    RowReader row = row(type, text);

    assertThatThrownBy(
            () -> {
              switch (type) {
                case BOOL -> row.booleanAt(0);
                case FLOAT64 -> row.doubleAt(0);
                case NUMERIC -> row.decimalAt(0);
                case BYTES -> row.bytes(0, (array, offset, length) -> {});
                case INT64, DATE, TIME, DATETIME, TIMESTAMP -> row.longAt(0);
                case BIGNUMERIC, STRING, JSON, GEOGRAPHY, INTERVAL, RANGE, STRUCT ->
                    throw new AssertionError(type);
              }
            })
        .isInstanceOf(RowFaultException.class)
        .hasMessageStartingWith(
            "Column 'c' is " + type + ", and the text of the cell is no such value. It takes ")
        .hasMessageNotContaining(text);
  }

  /** The parser's own limit of a text is 20,000,000 characters. */
  @Test
  void takesJsonTextsOfAnyLength() {
    String cell = "\"" + "x".repeat(20_000_001) + "\"";
    List<Integer> lengths = new ArrayList<>();

    row(ColumnType.JSON, cell)
        .text(
            0,
            new RowReader.TextSink() {
              @Override
              public void text(String value) {
                lengths.add(value.length());
              }

              @Override
              public void utf8(byte[] array, int offset, int length) {
                throw new AssertionError("a cell is a text");
              }
            });

    assertThat(lengths).containsExactly(20_000_003);
  }

  @Test
  void refusesJsonThatIsNone() {
    RowReader row = row(ColumnType.JSON, "{\"a\": 1} {");

    assertThatThrownBy(() -> row.text(0, FAILING)).isInstanceOf(RowFaultException.class);
  }

  @Test
  void refusesANullThatTheColumnForbids() {
    RowReader row = row(Column.of("c", ColumnType.INT64, ColumnMode.REQUIRED), "");

    assertThatThrownBy(() -> row.isNull(0))
        .isInstanceOf(RowFaultException.class)
        .hasMessage(
            "Column 'c' is REQUIRED, and the cell is NULL. Fill it, or make the column NULLABLE if"
                + " it is no key.");
  }

  @Test
  void refusesColumnsThatNoCellHolds() {
    Column list = Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED);

    assertThatThrownBy(() -> row(list, ""))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessage(
            "Column 'tags' is an ARRAY, and a cell of text holds none. Leave the column out, or"
                + " load it from JSON lines.");
  }

  private static final RowReader.TextSink FAILING =
      new RowReader.TextSink() {
        @Override
        public void text(String value) {
          throw new AssertionError(value);
        }

        @Override
        public void utf8(byte[] array, int offset, int length) {
          throw new AssertionError(length);
        }
      };
}
