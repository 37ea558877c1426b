package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Structs and lists in JSON columns. */
final class JsonDocumentsTest {
  private static final Column DOC = Column.nullable("doc", ColumnType.JSON);

  private static SourceField of(ValueKind kind) {
    return SourceField.of("v", kind, true);
  }

  private static SourceField temporal(ValueKind kind) {
    return SourceField.temporal("v", kind, true, TimeUnit.MICROSECONDS);
  }

  private static Encoding listOf(SourceField element) {
    return Encoding.appending(List.of(SourceField.list("doc", true, element)), List.of(DOC));
  }

  private static Object document(Encoding encoding, @Nullable Object value) {
    return encoding.message(FakeRow.of(value)).getAllFields().values().iterator().next();
  }

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(of(ValueKind.BOOL), true, "true"),
        Arguments.of(of(ValueKind.LONG), Long.MAX_VALUE, "9223372036854775807"),
        Arguments.of(of(ValueKind.UNSIGNED_LONG), -1L, "18446744073709551615"),
        Arguments.of(of(ValueKind.DOUBLE), -0.0, "-0.0"),
        Arguments.of(of(ValueKind.DOUBLE), 1e300, "1.0E300"),
        Arguments.of(of(ValueKind.DECIMAL), new BigDecimal("1.50"), "1.5"),
        Arguments.of(of(ValueKind.DECIMAL), new BigDecimal("0E+5"), "0"),
        Arguments.of(
            of(ValueKind.DECIMAL), new BigDecimal("-9223372036854775808"), "-9223372036854775808"),
        Arguments.of(
            of(ValueKind.DECIMAL),
            new BigDecimal("18446744073709551617"),
            "\"18446744073709551617\""),
        Arguments.of(
            of(ValueKind.DECIMAL),
            new BigDecimal("0.12345678901234567890"),
            "\"0.1234567890123456789\""),
        Arguments.of(of(ValueKind.TEXT), "a\\\u0001é", "\"a\\\\\\u0001é\""),
        Arguments.of(of(ValueKind.TEXT), ByteString.copyFromUtf8("😀"), "\"😀\""),
        Arguments.of(
            SourceField.text("v", true, TextForm.ISO_INSTANT), "no instant", "\"no instant\""),
        Arguments.of(of(ValueKind.BYTES), new byte[] {0, 1, -1}, "\"AAH/\""),
        Arguments.of(of(ValueKind.JSON), "{\"b\": [1]}", "{\"b\": [1]}"),
        Arguments.of(of(ValueKind.DATE), -719_162L, "\"0001-01-01\""),
        Arguments.of(temporal(ValueKind.TIME), 1_500_000L, "\"00:00:01.5\""),
        Arguments.of(temporal(ValueKind.DATETIME), 0L, "\"1970-01-01T00:00:00\""),
        Arguments.of(temporal(ValueKind.INSTANT), -1L, "\"1969-12-31T23:59:59.999999Z\""),
        Arguments.of(of(ValueKind.INTERVAL), "1-2 3 4:5:6", "\"1-2 3 4:5:6\""));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("values")
  void writesPartsAsToJsonDoes(SourceField element, Object value, String expected) {
    assertThat(document(listOf(element), Arrays.asList(value, null, value)))
        .isEqualTo("[" + expected + ",null," + expected + "]");
  }

  @Test
  void nestsStructsAndListsOneRowAfterTheOther() {
    SourceField inner =
        SourceField.struct(
            "in \"ner\"",
            true,
            List.of(
                SourceField.list("l", true, SourceField.list("e", true, of(ValueKind.LONG))),
                SourceField.struct("none", true, List.of())));
    Encoding encoding =
        Encoding.appending(
            List.of(SourceField.struct("doc", true, List.of(of(ValueKind.LONG), inner))),
            List.of(DOC));

    assertThat(
            document(
                encoding,
                List.of(
                    1L, Arrays.asList(Arrays.asList(List.of(1L, 2L), null, List.of()), List.of()))))
        .isEqualTo("{\"v\":1,\"in \\\"ner\\\"\":{\"l\":[[1,2],null,[]],\"none\":{}}}");
    assertThat(document(encoding, Arrays.asList(null, null)))
        .isEqualTo("{\"v\":null,\"in \\\"ner\\\"\":null}");
    assertThat(encoding.message(FakeRow.of((@Nullable Object) null)).getAllFields()).isEmpty();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            of(ValueKind.DOUBLE),
            Double.NaN,
            "doc",
            "Column 'doc' is JSON, and the value holds NaN or infinity, which JSON does not know."
                + " Correct it at the source."),
        Arguments.of(
            of(ValueKind.JSON),
            "1,2",
            "doc",
            "Column 'doc' is JSON, and the value holds a text that is no JSON where it should be."
                + " Correct it at the source."),
        Arguments.of(
            of(ValueKind.JSON),
            "[".repeat(501) + "]".repeat(501),
            "doc",
            "Column 'doc' is JSON, and the value holds a text that is no JSON where it should be."
                + " Correct it at the source."),
        Arguments.of(
            of(ValueKind.TEXT),
            "\uD83D",
            "doc",
            "Column 'doc' is STRING, and the value holds half of a surrogate pair, which has no"
                + " UTF-8 form. Correct it at the source."));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refused")
  void refusesWhatJsonCannotHold(SourceField element, Object value, String column, String message) {
    Encoding encoding = listOf(element);

    assertThat(encoding.fault(FakeRow.of(List.of(value))))
        .isEqualTo(new RowFault(ErrorCode.ROW_INVALID, column, message));
    assertThat(document(encoding, List.of())).isEqualTo("[]");
  }
}
