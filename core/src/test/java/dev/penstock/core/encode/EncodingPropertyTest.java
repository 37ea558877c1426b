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
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What we write is what Google's encoders and the JDK say, for any value. */
final class EncodingPropertyTest {
  private static final String NAME = "c";

  private static Encoding encoding(SourceField field, ColumnType type) {
    return Encoding.appending(List.of(field), List.of(Column.nullable(NAME, type)));
  }

  private static Encoding encoding(ValueKind kind, ColumnType type) {
    return encoding(SourceField.of(NAME, kind, true), type);
  }

  private static Object only(Encoding encoding, Object value) {
    return encoding.message(FakeRow.of(value)).getAllFields().values().iterator().next();
  }

  /** Texts of any UTF-16 units, long ASCII starts and lone surrogates among them. */
  @Provide
  Arbitrary<String> anyText() {
    Arbitrary<Character> units =
        Arbitraries.frequencyOf(
            Tuple.of(20, Arbitraries.chars().range('\0', '\u007F')),
            Tuple.of(4, Arbitraries.chars().range('\u0080', '\uD7FF')),
            Tuple.of(1, Arbitraries.chars().range('\uD800', '\uDFFF')));
    Arbitrary<String> mixed =
        units.array(Character[].class).ofMaxSize(40).map(EncodingPropertyTest::join);
    Arbitrary<String> codePoints = Arbitraries.strings().ofMaxLength(200);
    return Arbitraries.oneOf(mixed, codePoints);
  }

  private static String join(Character[] units) {
    StringBuilder text = new StringBuilder();
    for (Character unit : units) {
      text.append(unit.charValue());
    }
    return text.toString();
  }

  @Property
  void takesExactlyTheTextsThatHaveUtf8(@ForAll("anyText") String text) {
    Encoding encoding = encoding(ValueKind.TEXT, ColumnType.STRING);
    boolean encodable = StandardCharsets.UTF_8.newEncoder().canEncode(text);

    RowFault fault = encoding.encode(FakeRow.of(text), null);

    assertThat(fault == null).isEqualTo(encodable);
    assertThat(encoding.buffer.rowCount()).isEqualTo(encodable ? 1 : 0);
    if (encodable) {
      assertThat(only(encoding, text)).isEqualTo(text);
    }
  }

  @Property
  void takesExactlyTheBytesThatAreUtf8(@ForAll @Size(max = 6) byte[] bytes) {
    Encoding encoding = encoding(ValueKind.TEXT, ColumnType.STRING);

    RowFault fault = encoding.encode(FakeRow.of(ByteString.copyFrom(bytes)), null);

    assertThat(fault == null).isEqualTo(isUtf8(bytes));
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).remaining() >= 0;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Property
  void countsTheCharactersOfUtf8(@ForAll("anyText") String text) {
    String valid = text.replaceAll("\\p{Cs}", "?");
    byte[] utf8 = valid.getBytes(StandardCharsets.UTF_8);

    assertThat(Utf8.countCharacters(utf8, 0, utf8.length))
        .isEqualTo(valid.codePointCount(0, valid.length()));
  }

  @Property
  void writesNumericAsGoogleDoes(@ForAll long unscaled, @ForAll @IntRange(max = 9) int scale) {
    BigDecimal value = BigDecimal.valueOf(unscaled, scale);

    assertThat(only(encoding(ValueKind.DECIMAL, ColumnType.NUMERIC), value))
        .isEqualTo(BigDecimalByteStringEncoder.encodeToNumericByteString(value));
  }

  @Property
  void writesLongNumericAsGoogleDoes(
      @ForAll
          @BigRange(
              min = "-99999999999999999999999999999999999999",
              max = "99999999999999999999999999999999999999")
          BigInteger unscaled) {
    BigDecimal value = new BigDecimal(unscaled, 9);

    assertThat(only(encoding(ValueKind.DECIMAL, ColumnType.NUMERIC), value))
        .isEqualTo(BigDecimalByteStringEncoder.encodeToNumericByteString(value));
  }

  @Property
  void writesBigNumericAsGoogleDoes(@ForAll long unscaled, @ForAll @IntRange(max = 38) int scale) {
    BigDecimal value = BigDecimal.valueOf(unscaled, scale);

    assertThat(only(encoding(ValueKind.DECIMAL, ColumnType.BIGNUMERIC), value))
        .isEqualTo(BigDecimalByteStringEncoder.encodeToBigNumericByteString(value));
  }

  @Property
  void writesDigitsAsTheNumberTheyAre(
      @ForAll @Size(min = 1, max = 12) byte[] unscaled,
      @ForAll @IntRange(min = -3, max = 12) int scale,
      @ForAll @IntRange(min = 1, max = 20) int wholeDigits,
      @ForAll @IntRange(max = 9) int fractionDigits,
      @ForAll boolean big) {
    ColumnType type = big ? ColumnType.BIGNUMERIC : ColumnType.NUMERIC;
    Column column =
        new Column(
            NAME,
            type,
            ColumnMode.NULLABLE,
            List.of(),
            wholeDigits + fractionDigits,
            fractionDigits,
            null);
    List<SourceField> fields = List.of(SourceField.of(NAME, ValueKind.DECIMAL, true));
    Encoding digits = Encoding.appending(fields, List.of(column));
    Encoding number = Encoding.appending(fields, List.of(column));

    RowFault fault = digits.encode(FakeRow.of(new FakeRow.Digits(unscaled, scale)), null);

    BigDecimal value = new BigDecimal(new BigInteger(unscaled), scale);
    assertThat(fault).isEqualTo(number.encode(FakeRow.of(value), null));
    assertThat(Arrays.copyOf(digits.buffer.array(), digits.buffer.size()))
        .isEqualTo(Arrays.copyOf(number.buffer.array(), number.buffer.size()));
  }

  @Property
  void writesDatetimeAsGoogleDoes(
      @ForAll @LongRange(min = -62_135_596_800_000_000L, max = 253_402_300_799_999_999L)
          long micros) {
    SourceField field = SourceField.temporal(NAME, ValueKind.INSTANT, true, TimeUnit.MICROSECONDS);
    LocalDateTime civil =
        LocalDateTime.ofInstant(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), ZoneOffset.UTC);

    assertThat(only(encoding(field, ColumnType.DATETIME), micros))
        .isEqualTo(CivilTimeEncoder.encodePacked64DatetimeMicrosLocalDateTime(civil));
  }

  @Property
  void readsTheInstantsThatTheJdkWrites(
      @ForAll @LongRange(min = -62_135_500_000_000_000L, max = 253_402_200_000_000_000L)
          long micros,
      @ForAll @IntRange(min = -17 * 60, max = 17 * 60) int offsetMinutes) {
    SourceField field = SourceField.text(NAME, true, TextForm.ISO_INSTANT);
    String text =
        Instant.EPOCH
            .plus(micros, ChronoUnit.MICROS)
            .atOffset(ZoneOffset.ofTotalSeconds(offsetMinutes * 60))
            .toString();

    assertThat(only(encoding(field, ColumnType.TIMESTAMP), text)).isEqualTo(micros);
  }

  @Property(tries = 200)
  void leavesTheBufferAsItWasWhenARowFails(
      @ForAll @Size(max = 20) List<@IntRange(max = 400) Integer> lengths,
      @ForAll @IntRange(max = 20) int bad) {
    Encoding encoding =
        Encoding.appending(
            List.of(
                SourceField.struct("s", true, List.of(SourceField.of("t", ValueKind.TEXT, true)))),
            List.of(
                Column.struct(
                    "s", ColumnMode.NULLABLE, List.of(Column.nullable("t", ColumnType.STRING)))));
    lengths.forEach(length -> encoding.message(FakeRow.of(List.of("a".repeat(length)))));
    byte[] before = Arrays.copyOf(encoding.buffer.array(), encoding.buffer.size());
    int rows = encoding.buffer.rowCount();

    encoding.fault(FakeRow.of(List.of("€".repeat(bad * 20) + "\uD800")));

    assertThat(encoding.buffer.rowCount()).isEqualTo(rows);
    assertThat(encoding.buffer.size()).isEqualTo(before.length);
    assertThat(Arrays.copyOf(encoding.buffer.array(), before.length)).isEqualTo(before);
    encoding.message(FakeRow.of(List.of("next")));
    assertThat(readBack(encoding)).isEqualTo(expected(lengths));
  }

  private static List<Integer> readBack(Encoding encoding) {
    List<Integer> lengths = new ArrayList<>();
    for (int row = 0; row < encoding.buffer.rowCount(); row++) {
      var message = Encoding.decode(encoding.descriptor, Encoding.rowBytes(encoding.buffer, row));
      lengths.add(message.toString().length());
    }
    return lengths;
  }

  private static List<Integer> expected(List<Integer> lengths) {
    int decoration = "s {\n  t: \"\"\n}\n".length();
    List<Integer> all = new ArrayList<>();
    lengths.forEach(length -> all.add(length + decoration));
    all.add("next".length() + decoration);
    return all;
  }
}
