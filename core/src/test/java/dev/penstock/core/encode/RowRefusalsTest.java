package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that a column cannot take, each with what the user reads. */
final class RowRefusalsTest {
  private static final String NAME = "c";

  private static SourceField of(ValueKind kind) {
    return SourceField.of(NAME, kind, true);
  }

  private static SourceField temporal(ValueKind kind, TimeUnit unit) {
    return SourceField.temporal(NAME, kind, true, unit);
  }

  private static Column of(ColumnType type) {
    return Column.nullable(NAME, type);
  }

  private static Column numeric(int precision, int scale) {
    return new Column(
        NAME, ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), precision, scale, null);
  }

  private static Column limited(ColumnType type, long maxLength) {
    return new Column(NAME, type, ColumnMode.NULLABLE, List.of(), null, null, maxLength);
  }

  static Stream<Arguments> numbers() {
    SourceField decimal = of(ValueKind.DECIMAL);
    return Stream.of(
        Arguments.of(
            of(ValueKind.UNSIGNED_LONG),
            of(ColumnType.INT64),
            -1L,
            "Column 'c' is INT64, and the value is above 2^63-1. Make the column NUMERIC."),
        Arguments.of(
            of(ValueKind.LONG),
            of(ColumnType.FLOAT64),
            (1L << 53) + 1,
            "Column 'c' is FLOAT64, and the value is a whole number that FLOAT64 cannot hold. Make"
                + " the column INT64."),
        Arguments.of(
            of(ValueKind.LONG),
            of(ColumnType.FLOAT64),
            Long.MAX_VALUE,
            "Column 'c' is FLOAT64, and the value is a whole number that FLOAT64 cannot hold. Make"
                + " the column INT64."),
        Arguments.of(
            of(ValueKind.UNSIGNED_LONG),
            of(ColumnType.FLOAT64),
            -1L,
            "Column 'c' is FLOAT64, and the value is a whole number that FLOAT64 cannot hold. Make"
                + " the column NUMERIC."),
        Arguments.of(
            of(ValueKind.LONG),
            numeric(3, 0),
            1000L,
            "Column 'c' is NUMERIC(3, 0), and the value has more than 3 digits before the point or"
                + " is out of range. Make the column wider, or BIGNUMERIC."),
        Arguments.of(
            decimal,
            numeric(10, 2),
            new BigDecimal("1.2345"),
            "Column 'c' is NUMERIC(10, 2), and the value has more than 2 fraction digits. Round the"
                + " value or widen the column."),
        Arguments.of(
            decimal,
            of(ColumnType.NUMERIC),
            new BigDecimal("0.0000000001"),
            "Column 'c' is NUMERIC, and the value has more than 9 fraction digits. Round the value"
                + " or widen the column."),
        Arguments.of(
            decimal,
            of(ColumnType.NUMERIC),
            new BigDecimal("1E+1000000000"),
            "Column 'c' is NUMERIC, and the value has more than 29 digits before the point or is"
                + " out of range. Make the column wider, or BIGNUMERIC."),
        Arguments.of(
            decimal,
            of(ColumnType.BIGNUMERIC),
            new BigDecimal("6E+38"),
            "Column 'c' is BIGNUMERIC, and the value has more than 39 digits before the point or is"
                + " out of range. Make the column wider, or STRING."),
        Arguments.of(
            decimal,
            of(ColumnType.INT64),
            new BigDecimal("1.5"),
            "Column 'c' is INT64, and the value has fraction digits. Make the column NUMERIC."),
        Arguments.of(
            decimal,
            of(ColumnType.INT64),
            new BigDecimal("9223372036854775808"),
            "Column 'c' is INT64, and the value does not lie in -2^63..2^63-1. Make the column"
                + " NUMERIC."),
        Arguments.of(
            decimal,
            of(ColumnType.FLOAT64),
            new BigDecimal("1E+309"),
            "Column 'c' is FLOAT64, and the value is beyond 1.7E308. Make the column STRING."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.DECIMAL),
            of(ColumnType.NUMERIC),
            "NaN",
            "Column 'c' is NUMERIC, and the value is no decimal number. Correct the value or make"
                + " the column STRING."));
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(
            of(ValueKind.TEXT),
            of(ColumnType.STRING),
            "a\uD83D",
            "Column 'c' is STRING, and the value holds half of a surrogate pair, which has no UTF-8"
                + " form. Correct it at the source."),
        Arguments.of(
            of(ValueKind.TEXT),
            of(ColumnType.STRING),
            ByteString.copyFrom(new byte[] {(byte) 0xC0, (byte) 0x80}),
            "Column 'c' is STRING, and the value is not UTF-8. Correct it at the source, or make"
                + " the column BYTES."),
        Arguments.of(
            of(ValueKind.TEXT),
            limited(ColumnType.STRING, 2),
            "a😀b",
            "Column 'c' is STRING(2), and the value has more characters. Shorten the value or widen"
                + " the column."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.BASE64),
            limited(ColumnType.BYTES, 2),
            "AAAA",
            "Column 'c' is BYTES(2), and the value has more bytes. Shorten the value or widen the"
                + " column."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.BASE64),
            of(ColumnType.BYTES),
            "-w==",
            "Column 'c' is BYTES, and the value is no base64 text. Correct it at the source or make"
                + " the column STRING."),
        Arguments.of(
            of(ValueKind.BYTES),
            limited(ColumnType.BYTES, 2),
            new byte[3],
            "Column 'c' is BYTES(2), and the value has more bytes. Shorten the value or widen the"
                + " column."));
  }

  static Stream<Arguments> times() {
    String range =
        "and the value does not lie in 0001-01-01..9999-12-31. Correct it at the source;"
            + " infinities and years before 1 have no ";
    String time =
        "Column 'c' is TIME, and the value does not lie in 00:00:00..23:59:59.999999. Correct it at"
            + " the source, or make the column INT64 or STRING.";
    return Stream.of(
        Arguments.of(
            of(ValueKind.DATE),
            of(ColumnType.DATE),
            -719_163L,
            "Column 'c' is DATE, " + range + "DATE."),
        Arguments.of(
            of(ValueKind.DATE),
            of(ColumnType.DATE),
            2_932_897L,
            "Column 'c' is DATE, " + range + "DATE."),
        Arguments.of(
            temporal(ValueKind.TIME, TimeUnit.MICROSECONDS),
            of(ColumnType.TIME),
            86_400_000_000L,
            time),
        Arguments.of(
            temporal(ValueKind.TIME, TimeUnit.MILLISECONDS), of(ColumnType.TIME), -1L, time),
        // PostgreSQL's infinity, as Debezium sends it.
        Arguments.of(
            temporal(ValueKind.INSTANT, TimeUnit.MICROSECONDS),
            of(ColumnType.TIMESTAMP),
            9_223_372_036_825_200_000L,
            "Column 'c' is TIMESTAMP, " + range + "TIMESTAMP."),
        Arguments.of(
            temporal(ValueKind.DATETIME, TimeUnit.SECONDS),
            of(ColumnType.DATETIME),
            Long.MIN_VALUE,
            "Column 'c' is DATETIME, " + range + "DATETIME."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_INSTANT),
            of(ColumnType.TIMESTAMP),
            "2026-02-30T00:00:00Z",
            "Column 'c' is TIMESTAMP, and the value is no instant such as 2026-01-31T12:00:00.5Z."
                + " Correct it at the source or make the column STRING."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_INSTANT),
            of(ColumnType.TIMESTAMP),
            "0001-01-01T00:00:00+01:00",
            "Column 'c' is TIMESTAMP, " + range + "TIMESTAMP."),
        Arguments.of(
            of(ValueKind.DATE),
            of(ColumnType.DATETIME),
            2_932_897L,
            "Column 'c' is DATETIME, " + range + "DATETIME."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_DATE),
            of(ColumnType.DATE),
            "2026-02-30",
            "Column 'c' is DATE, and the value is no date such as 2026-01-31. Correct it at the"
                + " source or make the column STRING."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_DATETIME),
            of(ColumnType.DATETIME),
            "2026-01-31T12:00:00Z",
            "Column 'c' is DATETIME, and the value is no date and time such as"
                + " 2026-01-31T12:00:00.5. Correct it at the source or make the column STRING."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_TIME),
            of(ColumnType.TIME),
            "12:00:00+01:00",
            "Column 'c' is TIME, and the value is no time such as 12:00:00.5. Correct it at the"
                + " source or make the column STRING."),
        Arguments.of(
            SourceField.text(NAME, true, TextForm.ISO_OFFSET_TIME),
            of(ColumnType.TIME),
            "24:00:00Z",
            "Column 'c' is TIME, and the value is no time such as 12:00:00.5Z. Correct it at the"
                + " source or make the column STRING."));
  }

  @ParameterizedTest(name = "{2} into {1}")
  @MethodSource({"numbers", "texts", "times"})
  void refusesTheRowByNameAndLeavesTheBuffer(
      SourceField field, Column column, Object value, String message) {
    Encoding encoding = Encoding.appending(List.of(field), List.of(column));

    RowFault fault = encoding.fault(FakeRow.of(value));

    assertThat(fault).isEqualTo(new RowFault(ErrorCode.ROW_INVALID, NAME, message));
    assertThat(encoding.buffer.rowCount()).isZero();
    assertThat(encoding.buffer.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-01-31",
        "2026-01-31T12:00:00",
        "2026-01-31 12:00:00Z",
        "2026-1-31T12:00:00Z",
        "2026-01-31T12:00:60Z",
        "2026-01-31T12:00:00.Z",
        "2026-01-31T12:00:00.1234567890Z",
        "2026-01-31T12:00:00Zulu",
        "2026-01-31T12:00:00+19:00",
        "2026-01-31T12:00:00+01:60",
        "0000-01-31T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "+12026-01-31T12:00:00Z",
        "2026-01-31T1٢:00:00Z"
      })
  void refusesTextsThatAreNoInstants(String text) {
    SourceField field = SourceField.text(NAME, true, TextForm.ISO_INSTANT);
    Encoding encoding = Encoding.appending(List.of(field), List.of(of(ColumnType.TIMESTAMP)));

    assertThat(encoding.fault(FakeRow.of(text)).code()).isEqualTo(ErrorCode.ROW_INVALID);
  }

  @Test
  void refusesNullForARequiredColumn() {
    Encoding encoding =
        Encoding.appending(
            List.of(of(ValueKind.LONG)),
            List.of(Column.of(NAME, ColumnType.INT64, ColumnMode.REQUIRED)));

    assertThat(encoding.fault(FakeRow.of((Object) null)).message())
        .isEqualTo(
            "Column 'c' is INT64 NOT NULL, and the value is NULL. Correct it at the source, or make"
                + " the column NULLABLE if it is no key.");
  }

  @Test
  void refusesNullElements() {
    Encoding encoding =
        Encoding.appending(
            List.of(SourceField.list(NAME, true, of(ValueKind.LONG))),
            List.of(Column.of(NAME, ColumnType.INT64, ColumnMode.REPEATED)));

    assertThat(encoding.fault(FakeRow.of(Arrays.asList(1L, null))).message())
        .isEqualTo(
            "Column 'c' is ARRAY<INT64>, and the value has a NULL element, which no BigQuery array"
                + " can hold. Remove NULL elements at the source, or wrap the elements in a"
                + " struct.");
  }

  @Test
  void refusesARowAboveTheLimitWhateverItsColumns() {
    Encoding encoding =
        Encoding.appending(List.of(of(ValueKind.TEXT)), List.of(of(ColumnType.STRING)));
    encoding.message(FakeRow.of("first"));

    RowFault ascii = encoding.fault(FakeRow.of("a".repeat(Encoding.MAX_ROW_BYTES)));
    RowFault wide = encoding.fault(FakeRow.of("€".repeat(Encoding.MAX_ROW_BYTES / 3)));

    assertThat(ascii.code()).isEqualTo(ErrorCode.ROW_TOO_LARGE);
    assertThat(ascii.column()).isNull();
    assertThat(ascii.message())
        .isEqualTo(
            "The row takes more than 10000000 bytes, the most one request has room for. Shorten or"
                + " leave out its large columns, or raise the request size if it is below the"
                + " service's limit.");
    assertThat(wide.code()).isEqualTo(ErrorCode.ROW_TOO_LARGE);
    assertThat(encoding.buffer.rowCount()).isOne();
    assertThat(encoding.message(FakeRow.of("next")).getAllFields().values())
        .containsExactly("next");
  }

  @Test
  void takesARowOfExactlyTheLimit() {
    Encoding encoding =
        Encoding.appending(List.of(of(ValueKind.BYTES)), List.of(of(ColumnType.BYTES)));
    int overhead = 1 + 4;

    encoding.message(FakeRow.of(new byte[Encoding.MAX_ROW_BYTES - overhead]));

    assertThat(encoding.fault(FakeRow.of(new byte[Encoding.MAX_ROW_BYTES - overhead + 1])).code())
        .isEqualTo(ErrorCode.ROW_TOO_LARGE);
  }
}
