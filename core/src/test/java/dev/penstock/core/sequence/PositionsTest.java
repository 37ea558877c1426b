package dev.penstock.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.sequence.TextPosition.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PositionsTest {
  private static final NumberPosition UNSIGNED = new NumberPosition(false);
  private static final NumberPosition SIGNED = new NumberPosition(true);
  private static final BigInteger TWO_TO_63 = BigInteger.ONE.shiftLeft(63);

  private final SequenceSections sections = new SequenceSections();

  private String added(@Nullable String fault) {
    assertThat(fault).isNull();
    return sections.toNumber().toString();
  }

  private String refused(@Nullable String fault) {
    assertThat(sections.count()).isZero();
    assertThat(fault).isNotNull();
    return "Field " + fault + ".";
  }

  private @Nullable String decimal(NumberPosition position, String value) {
    return position.encode(new BigDecimal(value), sections);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1042, 412",
    "0E+50, 0",
    "12.00, c",
    "1E+3, 3e8",
    "9223372036854775808, 8000000000000000",
    "18446744073709551615, ffffffffffffffff"
  })
  void writesWholeNumbers(String value, String expected) {
    assertThat(added(decimal(UNSIGNED, value))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "-9223372036854775808, 0",
    "-1, 7fffffffffffffff",
    "0, 8000000000000000",
    "9223372036854775807, ffffffffffffffff"
  })
  void flipsTheTopBitOfSignedNumbers(String value, String expected) {
    assertThat(added(decimal(SIGNED, value))).isEqualTo(expected);
  }

  @Test
  void refusesNegativeNumbers() {
    String message =
        "Field is negative (expected: 0 or more, because sections are unsigned and a negative"
            + " number would outrank all others). Declare the field signed for all rows of the"
            + " table, or use another field.";

    assertThat(refused(UNSIGNED.encode(-1L, sections))).isEqualTo(message);
    assertThat(refused(decimal(UNSIGNED, "-1"))).isEqualTo(message);
  }

  @Test
  void refusesFractions() {
    assertThat(refused(decimal(UNSIGNED, "1.10")))
        .isEqualTo(
            "Field has fraction digits (expected: a whole number). Scale it at the source, or use"
                + " another field.");
  }

  @ParameterizedTest
  @CsvSource({"18446744073709551616", "1E+1000000000", "-1E+30"})
  void refusesNumbersBeyond64Bits(String value) {
    assertThat(refused(decimal(UNSIGNED, value)))
        .isEqualTo(
            "Field is out of range (expected: 0..2^64-1). Use a field of 64 bits, or two fields.");
  }

  @Test
  void refusesSignedNumbersBeyond64Bits() {
    assertThat(refused(decimal(SIGNED, "9223372036854775808")))
        .isEqualTo(
            "Field is out of range (expected: -2^63..2^63-1). Use a field of 64 bits, or two"
                + " fields.");
  }

  @Property
  void keepsTheOrderOfTheSource(
      @ForAll @BigRange(min = "0", max = "18446744073709551615") BigInteger left,
      @ForAll @BigRange(min = "0", max = "18446744073709551615") BigInteger right,
      @ForAll @IntRange(max = 5) int zeros) {
    assertThat(Integer.signum(number(UNSIGNED, left, zeros).compareTo(number(UNSIGNED, right, 0))))
        .isEqualTo(left.compareTo(right));
    BigInteger signedLeft = left.subtract(TWO_TO_63);
    BigInteger signedRight = right.subtract(TWO_TO_63);
    assertThat(
            Integer.signum(
                number(SIGNED, signedLeft, zeros).compareTo(number(SIGNED, signedRight, 0))))
        .isEqualTo(signedLeft.compareTo(signedRight));
  }

  private static SequenceNumber number(NumberPosition position, BigInteger value, int zeros) {
    SequenceSections sections = new SequenceSections();
    assertThat(position.encode(new BigDecimal(value).setScale(zeros), sections)).isNull();
    return sections.toNumber();
  }

  @ParameterizedTest
  @CsvSource({
    "SECONDS, 1700000000, 1700000000000000",
    "MILLISECONDS, 1700000000123, 1700000000123000",
    "MICROSECONDS, 5, 5",
    "NANOSECONDS, 1999, 1"
  })
  void writesInstantsInMicroseconds(TimeUnit unit, long value, long micros) {
    assertThat(new InstantPosition(unit).encode(value, sections)).isNull();
    assertThat(sections.toNumber()).isEqualTo(SequenceNumber.of(micros));
  }

  @Test
  void refusesInstantsBefore1970AndBeyondMicroseconds() {
    InstantPosition millis = new InstantPosition(TimeUnit.MILLISECONDS);

    assertThat(refused(millis.encode(-1, sections)))
        .isEqualTo(
            "Field lies before 1970 (expected: later, because sections are unsigned). Use the time"
                + " of the change, or a counter.");
    assertThat(refused(millis.encode(Long.MAX_VALUE, sections)))
        .isEqualTo(
            "Field lies beyond what microseconds of 64 bits can hold. Correct the special value at"
                + " the source.");
  }

  @ParameterizedTest
  @CsvSource({
    "DECIMAL, 1042, 412",
    "DECIMAL, 18446744073709551615, ffffffffffffffff",
    "HEX, 00FF, ff",
    "PG_LSN, 16/B374D848, 16b374d848",
    "PG_LSN, FFFFFFFF/FFFFFFFF, ffffffffffffffff",
    "MSSQL_LSN, 00000027:00000ac0:0003, 2700000ac0/3",
    "BINLOG_FILE, mysql-bin.000003, 3",
    "BINLOG_FILE, db2-bin.4294967296, 100000000",
    "ISO_TIMESTAMP, 1970-01-01T00:00:01.000002Z, f4242",
    "ISO_TIMESTAMP, 1970-01-01T01:00:01+01:00, f4240"
  })
  void readsDeclaredFormats(Format format, String value, String expected) {
    assertThat(added(new TextPosition(format).encode(value, sections))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "DECIMAL, -1",
    "DECIMAL, 10a",
    "DECIMAL, 18446744073709551616",
    "DECIMAL, ' 1'",
    "DECIMAL, ''",
    "DECIMAL, ١",
    "HEX, 00000000000000000",
    "HEX, 0x1",
    "PG_LSN, 16B374D848",
    "PG_LSN, 100000000/0",
    "MSSQL_LSN, 27:ac0:3",
    "BINLOG_FILE, mysql-bin",
    "ISO_TIMESTAMP, 2026-01-31",
    "ISO_TIMESTAMP, 2026-01-31T12:00:00",
    "ISO_TIMESTAMP, +999999999-12-31T23:59:59Z"
  })
  void refusesTextsOfAnotherForm(Format format, String value) {
    assertThat(refused(new TextPosition(format).encode(value, sections)))
        .startsWith("Field is no text of the format " + format.word() + " (expected: ")
        .endsWith("). Declare the format that the source writes.");
  }

  @Test
  void refusesInstantTextsBefore1970() {
    TextPosition position = new TextPosition(Format.ISO_TIMESTAMP);

    assertThat(refused(position.encode("1969-12-31T23:59:59Z", sections)))
        .startsWith("Field lies before 1970");
  }

  @Test
  void refusesAFifthSection() {
    sections.add(1).add(2).add(3).add(4);

    assertThatThrownBy(() -> sections.add(5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("sections: 5 (expected: at most 4; use fewer fields, or drop the epoch)");
  }

  @Test
  void startsAgainAfterClear() {
    sections.add(1).add(2);

    assertThat(sections.clear().add(3).toNumber()).isEqualTo(SequenceNumber.of(3));
  }
}
