package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.BigDecimalByteStringEncoder;
import com.google.cloud.bigquery.storage.v1.CivilTimeEncoder;
import com.google.protobuf.ByteString;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pair of kind and column type, with the value Google's protobuf reads back. */
final class ScalarTypesTest {
  private static final String NAME = "c";
  private static final byte[] BYTES = {0, 1, (byte) 0xFF};

  private static SourceField of(ValueKind kind) {
    return SourceField.of(NAME, kind, true);
  }

  private static SourceField temporal(ValueKind kind, TimeUnit unit) {
    return SourceField.temporal(NAME, kind, true, unit);
  }

  private static SourceField text(TextForm form) {
    return SourceField.text(NAME, true, form);
  }

  private static Column number(ColumnType type, int precision, int scale) {
    return new Column(NAME, type, ColumnMode.NULLABLE, List.of(), precision, scale, null);
  }

  private static Arguments pair(SourceField field, ColumnType type, Object value, Object expected) {
    return Arguments.of(field, Column.nullable(NAME, type), value, expected);
  }

  private static BigDecimal decimal(String digits) {
    return new BigDecimal(digits);
  }

  private static ByteString numeric(String digits) {
    return BigDecimalByteStringEncoder.encodeToNumericByteString(decimal(digits));
  }

  private static ByteString bigNumeric(String digits) {
    return BigDecimalByteStringEncoder.encodeToBigNumericByteString(decimal(digits));
  }

  private static ByteString littleEndian(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return ByteString.copyFrom(array);
  }

  private static long civil(String text) {
    return CivilTimeEncoder.encodePacked64DatetimeMicrosLocalDateTime(LocalDateTime.parse(text));
  }

  private static long civilTime(String text) {
    return CivilTimeEncoder.encodePacked64TimeMicrosLocalTime(LocalTime.parse(text));
  }

  static Stream<Arguments> wholeNumbers() {
    return Stream.of(
        pair(of(ValueKind.BOOL), ColumnType.BOOL, true, true),
        pair(of(ValueKind.BOOL), ColumnType.BOOL, false, false),
        pair(of(ValueKind.LONG), ColumnType.INT64, 0L, 0L),
        pair(of(ValueKind.LONG), ColumnType.INT64, Long.MIN_VALUE, Long.MIN_VALUE),
        pair(of(ValueKind.LONG), ColumnType.INT64, Long.MAX_VALUE, Long.MAX_VALUE),
        pair(of(ValueKind.LONG), ColumnType.FLOAT64, 1L << 53, 0x1p53),
        pair(of(ValueKind.LONG), ColumnType.FLOAT64, Long.MIN_VALUE, -0x1p63),
        pair(of(ValueKind.LONG), ColumnType.NUMERIC, -3L, numeric("-3")),
        pair(of(ValueKind.LONG), ColumnType.NUMERIC, 0L, littleEndian(0)),
        pair(
            of(ValueKind.LONG),
            ColumnType.NUMERIC,
            Long.MIN_VALUE,
            numeric("-9223372036854775808")),
        pair(of(ValueKind.LONG), ColumnType.BIGNUMERIC, 7L, bigNumeric("7")),
        pair(of(ValueKind.LONG), ColumnType.STRING, -42L, "-42"),
        pair(of(ValueKind.UNSIGNED_LONG), ColumnType.INT64, Long.MAX_VALUE, Long.MAX_VALUE),
        pair(of(ValueKind.UNSIGNED_LONG), ColumnType.NUMERIC, 5L, numeric("5")),
        pair(of(ValueKind.UNSIGNED_LONG), ColumnType.NUMERIC, -1L, numeric("18446744073709551615")),
        pair(
            of(ValueKind.UNSIGNED_LONG),
            ColumnType.BIGNUMERIC,
            -1L,
            bigNumeric("18446744073709551615")),
        pair(of(ValueKind.UNSIGNED_LONG), ColumnType.FLOAT64, 0L, 0.0),
        pair(of(ValueKind.UNSIGNED_LONG), ColumnType.FLOAT64, Long.MIN_VALUE, 0x1p63),
        // 2^64 - 2^11, the largest of 64 bits that FLOAT64 holds.
        pair(of(ValueKind.UNSIGNED_LONG), ColumnType.FLOAT64, -2048L, 0x1.fffffffffffffp63),
        pair(of(ValueKind.BOOL), ColumnType.STRING, true, "true"),
        pair(of(ValueKind.BOOL), ColumnType.STRING, false, "false"),
        pair(of(ValueKind.UNSIGNED_LONG), ColumnType.STRING, -1L, "18446744073709551615"));
  }

  static Stream<Arguments> fractions() {
    SourceField decimal = of(ValueKind.DECIMAL);
    return Stream.of(
        pair(of(ValueKind.DOUBLE), ColumnType.FLOAT64, 0.1, 0.1),
        pair(of(ValueKind.DOUBLE), ColumnType.FLOAT64, Double.NaN, Double.NaN),
        pair(
            of(ValueKind.DOUBLE),
            ColumnType.FLOAT64,
            Double.NEGATIVE_INFINITY,
            Double.NEGATIVE_INFINITY),
        pair(of(ValueKind.DOUBLE), ColumnType.FLOAT64, -0.0, -0.0),
        // 1.5 is 1,500,000,000 billionths: 0x59682F00.
        pair(decimal, ColumnType.NUMERIC, decimal("1.5"), littleEndian(0x00, 0x2F, 0x68, 0x59)),
        pair(decimal, ColumnType.NUMERIC, decimal("-0.000000001"), littleEndian(0xFF)),
        pair(decimal, ColumnType.NUMERIC, decimal("0.000000128"), littleEndian(0x80, 0)),
        pair(decimal, ColumnType.NUMERIC, decimal("0E+1000000"), littleEndian(0)),
        pair(decimal, ColumnType.NUMERIC, decimal("1E+5"), numeric("100000")),
        pair(decimal, ColumnType.NUMERIC, decimal("1.500000000000"), numeric("1.5")),
        pair(
            decimal,
            ColumnType.NUMERIC,
            decimal("99999999999999999999999999999.999999999"),
            numeric("99999999999999999999999999999.999999999")),
        pair(
            decimal,
            ColumnType.NUMERIC,
            decimal("999999999999999999"),
            numeric("999999999999999999")),
        pair(decimal, ColumnType.BIGNUMERIC, decimal("-1.5"), bigNumeric("-1.5")),
        pair(
            decimal,
            ColumnType.BIGNUMERIC,
            decimal(
                "578960446186580977117854925043439539266.3499233282028201972879200395656481996"),
            bigNumeric(
                "578960446186580977117854925043439539266.3499233282028201972879200395656481996")),
        pair(decimal, ColumnType.INT64, decimal("12.00"), 12L),
        pair(decimal, ColumnType.INT64, decimal("-9223372036854775808"), Long.MIN_VALUE),
        pair(decimal, ColumnType.FLOAT64, decimal("0.1"), 0.1),
        pair(decimal, ColumnType.STRING, decimal("1.10"), "1.10"),
        pair(decimal, ColumnType.STRING, decimal("1E+3"), "1000"),
        pair(text(TextForm.DECIMAL), ColumnType.NUMERIC, "12.5", numeric("12.5")),
        pair(text(TextForm.DECIMAL), ColumnType.BIGNUMERIC, "12.5", bigNumeric("12.5")),
        pair(text(TextForm.DECIMAL), ColumnType.STRING, "12.5", "12.5"),
        Arguments.of(
            decimal,
            number(ColumnType.NUMERIC, 10, 2),
            decimal("12345678.90"),
            numeric("12345678.9")),
        Arguments.of(decimal, number(ColumnType.NUMERIC, 10, 2), decimal("1.500"), numeric("1.5")),
        Arguments.of(of(ValueKind.LONG), number(ColumnType.NUMERIC, 3, 0), 999L, numeric("999")));
  }

  static Stream<Arguments> texts() {
    SourceField plain = of(ValueKind.TEXT);
    String json = "{\"a\":[1,2]}";
    return Stream.of(
        pair(plain, ColumnType.STRING, "", ""),
        pair(plain, ColumnType.STRING, "ascii", "ascii"),
        pair(plain, ColumnType.STRING, "a\0b", "a\0b"),
        pair(plain, ColumnType.STRING, "aé€😀z", "aé€😀z"),
        pair(plain, ColumnType.STRING, "Ł".repeat(300), "Ł".repeat(300)),
        pair(plain, ColumnType.STRING, ByteString.copyFromUtf8("aé€😀z"), "aé€😀z"),
        pair(plain, ColumnType.JSON, json, json),
        pair(plain, ColumnType.GEOGRAPHY, "POINT(1 2)", "POINT(1 2)"),
        pair(of(ValueKind.JSON), ColumnType.JSON, json, json),
        pair(of(ValueKind.JSON), ColumnType.STRING, json, json),
        pair(of(ValueKind.INTERVAL), ColumnType.INTERVAL, "1-2 3 4:5:6.7", "1-2 3 4:5:6.7"),
        pair(of(ValueKind.INTERVAL), ColumnType.STRING, "1-2 3 4:5:6.7", "1-2 3 4:5:6.7"),
        pair(plain, ColumnType.INTERVAL, "1-2 3 4:5:6.7", "1-2 3 4:5:6.7"),
        pair(text(TextForm.BASE64), ColumnType.BYTES, "AAH/", ByteString.copyFrom(BYTES)),
        pair(text(TextForm.BASE64), ColumnType.BYTES, "+w==", littleEndian(0xFB)),
        pair(text(TextForm.BASE64), ColumnType.BYTES, "+w", littleEndian(0xFB)),
        pair(text(TextForm.BASE64), ColumnType.BYTES, "", ByteString.EMPTY),
        pair(text(TextForm.BASE64), ColumnType.STRING, "+w==", "+w=="),
        pair(text(TextForm.ISO_INSTANT), ColumnType.STRING, "2026", "2026"),
        pair(text(TextForm.ISO_OFFSET_TIME), ColumnType.STRING, "12:00Z", "12:00Z"),
        pair(of(ValueKind.BYTES), ColumnType.BYTES, BYTES, ByteString.copyFrom(BYTES)),
        pair(of(ValueKind.BYTES), ColumnType.BYTES, new byte[0], ByteString.EMPTY));
  }

  static Stream<Arguments> days() {
    SourceField date = of(ValueKind.DATE);
    SourceField micros = temporal(ValueKind.TIME, TimeUnit.MICROSECONDS);
    return Stream.of(
        pair(date, ColumnType.DATE, 0L, 0),
        pair(date, ColumnType.DATE, LocalDate.of(1, 1, 1).toEpochDay(), -719162),
        pair(date, ColumnType.DATE, LocalDate.of(9999, 12, 31).toEpochDay(), 2932896),
        pair(text(TextForm.ISO_DATE), ColumnType.DATE, "0001-01-01", -719162),
        pair(text(TextForm.ISO_DATE), ColumnType.DATE, "9999-12-31", 2932896),
        pair(text(TextForm.ISO_TIME), ColumnType.TIME, "23:59:59.5", civilTime("23:59:59.5")),
        pair(text(TextForm.ISO_TIME), ColumnType.TIME, "07:05", civilTime("07:05:00")),
        pair(micros, ColumnType.TIME, 0L, 0L),
        pair(micros, ColumnType.TIME, 86_399_999_999L, civilTime("23:59:59.999999")),
        pair(
            temporal(ValueKind.TIME, TimeUnit.MILLISECONDS),
            ColumnType.TIME,
            45_296_789L,
            civilTime("12:34:56.789")),
        pair(
            temporal(ValueKind.TIME, TimeUnit.NANOSECONDS),
            ColumnType.TIME,
            86_399_999_999_999L,
            civilTime("23:59:59.999999")),
        pair(micros, ColumnType.INT64, 5L, 5L),
        pair(
            text(TextForm.ISO_OFFSET_TIME),
            ColumnType.TIME,
            "01:30:00.25+02:00",
            civilTime("23:30:00.25")),
        pair(text(TextForm.ISO_OFFSET_TIME), ColumnType.TIME, "07:05Z", civilTime("07:05:00")));
  }

  static Stream<Arguments> moments() {
    SourceField instant = temporal(ValueKind.INSTANT, TimeUnit.MICROSECONDS);
    SourceField local = temporal(ValueKind.DATETIME, TimeUnit.MILLISECONDS);
    SourceField date = of(ValueKind.DATE);
    SourceField iso = text(TextForm.ISO_INSTANT);
    SourceField isoLocal = text(TextForm.ISO_DATETIME);
    return Stream.of(
        pair(instant, ColumnType.TIMESTAMP, -62_135_596_800_000_000L, -62_135_596_800_000_000L),
        pair(instant, ColumnType.TIMESTAMP, 253_402_300_799_999_999L, 253_402_300_799_999_999L),
        pair(
            temporal(ValueKind.INSTANT, TimeUnit.SECONDS),
            ColumnType.TIMESTAMP,
            -62_135_596_800L,
            -62_135_596_800_000_000L),
        pair(temporal(ValueKind.INSTANT, TimeUnit.NANOSECONDS), ColumnType.TIMESTAMP, -1L, -1L),
        pair(temporal(ValueKind.INSTANT, TimeUnit.NANOSECONDS), ColumnType.TIMESTAMP, 1999L, 1L),
        pair(instant, ColumnType.DATETIME, -1L, civil("1969-12-31T23:59:59.999999")),
        pair(instant, ColumnType.DATETIME, -62_135_596_800_000_000L, civil("0001-01-01T00:00:00")),
        pair(
            instant,
            ColumnType.DATETIME,
            253_402_300_799_999_999L,
            civil("9999-12-31T23:59:59.999999")),
        pair(instant, ColumnType.INT64, -5L, -5L),
        pair(local, ColumnType.DATETIME, 1_709_210_096_789L, civil("2024-02-29T12:34:56.789")),
        pair(local, ColumnType.TIMESTAMP, 1_709_210_096_789L, 1_709_210_096_789_000L),
        pair(local, ColumnType.INT64, 7L, 7L),
        pair(iso, ColumnType.TIMESTAMP, "2024-02-29T12:34:56.789Z", 1_709_210_096_789_000L),
        pair(
            iso, ColumnType.TIMESTAMP, "2024-02-29T14:34:56.1234567+02:00", 1_709_210_096_123_456L),
        pair(iso, ColumnType.TIMESTAMP, "1969-12-31T19:59-04:00", -60_000_000L),
        pair(iso, ColumnType.DATETIME, "2024-02-29T12:34:56Z", civil("2024-02-29T12:34:56")),
        pair(
            isoLocal,
            ColumnType.DATETIME,
            "2024-02-29T12:34:56.789",
            civil("2024-02-29T12:34:56.789")),
        pair(isoLocal, ColumnType.DATETIME, "0001-01-01 00:00", civil("0001-01-01T00:00:00")),
        pair(
            isoLocal, ColumnType.TIMESTAMP, "9999-12-31T23:59:59.999999", 253_402_300_799_999_999L),
        pair(date, ColumnType.DATETIME, -719_162L, civil("0001-01-01T00:00:00")),
        pair(date, ColumnType.DATETIME, 2_932_896L, civil("9999-12-31T00:00:00")),
        pair(date, ColumnType.TIMESTAMP, -1L, -86_400_000_000L));
  }

  @ParameterizedTest(name = "{0} {2} into {1}")
  @MethodSource({"wholeNumbers", "fractions", "texts", "days", "moments"})
  void encodesTheValue(SourceField field, Column column, Object value, Object expected) {
    Encoding encoding = Encoding.appending(List.of(field), List.of(column));

    var message = encoding.message(FakeRow.of(value));

    assertThat(message.getAllFields().values()).containsExactly(expected);
    assertThat(message.getUnknownFields().asMap()).isEmpty();
  }

  @ParameterizedTest(name = "{0} into {1}")
  @MethodSource({"wholeNumbers", "fractions", "texts", "days", "moments"})
  void writesNothingForNull(SourceField field, Column column) {
    Encoding encoding = Encoding.appending(List.of(field), List.of(column));

    assertThat(encoding.message(FakeRow.of((Object) null)).getAllFields()).isEmpty();
  }
}
