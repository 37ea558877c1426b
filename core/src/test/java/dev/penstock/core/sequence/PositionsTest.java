package dev.penstock.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.sequence.TextPosition.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PositionsTest {
  private static final NumberPosition UNSIGNED = new NumberPosition("version", false);
  private static final NumberPosition SIGNED = new NumberPosition("version", true);
  private static final InstantPosition INSTANT = new InstantPosition("updated");
  private static final BigInteger TWO_TO_63 = BigInteger.ONE.shiftLeft(63);

  private static String decimal(NumberPosition position, String value) {
    SequenceSections sections = new SequenceSections();
    position.encode(new BigDecimal(value), sections);
    return sections.toNumber().toString();
  }

  private static String text(String format, String value) {
    SequenceSections sections = new SequenceSections();
    new TextPosition("lsn", Format.of(format)).encode(value, sections);
    return sections.toNumber().toString();
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEQUENCE_INVALID))
        .hasMessage(message);
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
    assertThat(decimal(UNSIGNED, value)).isEqualTo(expected);
  }

  @Test
  void flipsTheTopBitOfSignedNumbers() {
    assertThat(decimal(SIGNED, "-9223372036854775808")).isEqualTo("0");
    assertThat(decimal(SIGNED, "-1")).isEqualTo("7fffffffffffffff");
    assertThat(decimal(SIGNED, "0")).isEqualTo("8000000000000000");
    assertThat(decimal(SIGNED, "9223372036854775807")).isEqualTo("ffffffffffffffff");
  }

  @Test
  void refusesNegativeNumbers() {
    String message =
        "Sequence field 'version' was refused: it is negative, and sections are unsigned. Use a"
            + " field that starts at 0 or above, or declare the field signed before the table takes"
            + " its first row.";
    assertRefused(() -> UNSIGNED.encode(-1L, new SequenceSections()), message);
    assertRefused(() -> decimal(UNSIGNED, "-1"), message);
  }

  @Test
  void refusesFractions() {
    assertRefused(
        () -> decimal(UNSIGNED, "1.10"),
        "Sequence field 'version' was refused: it has fraction digits. Use a whole number, or scale"
            + " it at the source so that no digit is behind the point.");
  }

  @ParameterizedTest
  @CsvSource({"18446744073709551616", "1E+1000000000", "-1E+30"})
  void refusesNumbersBeyond64Bits(String value) {
    assertRefused(
        () -> decimal(UNSIGNED, value),
        "Sequence field 'version' was refused: it does not lie in 0..2^64-1. Use a field of 64"
            + " bits, or two fields.");
  }

  @Test
  void refusesUnsignedNumbersThatAreTooLargeForASignedField() {
    assertRefused(
        () -> SIGNED.encodeUnsigned(-1L, new SequenceSections()),
        "Sequence field 'version' was refused: it does not lie in -2^63..2^63-1. Use a field of 64"
            + " bits, or two fields.");
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
    position.encode(new BigDecimal(value).setScale(zeros), sections);
    return sections.toNumber();
  }

  @Test
  void writesInstantsInMicroseconds() {
    SequenceSections sections = new SequenceSections();
    INSTANT.encode(1_700_000_000_123L, TimeUnit.MILLISECONDS, sections);
    INSTANT.encode(1_999, TimeUnit.NANOSECONDS, sections);
    INSTANT.encodeDays(20_000, sections);

    assertThat(sections.toNumber()).isEqualTo(SequenceNumber.of(1_700_000_000_123_000L, 1, 20_000));
  }

  @Test
  void refusesInstantsBefore1970AndBeyondMicroseconds() {
    assertRefused(
        () -> INSTANT.encode(-1, TimeUnit.SECONDS, new SequenceSections()),
        "Sequence field 'updated' was refused: it lies before 1970, and sections are unsigned. Use"
            + " a field that holds the time of the change, or a counter.");
    assertRefused(
        () -> INSTANT.encode(Long.MAX_VALUE, TimeUnit.MILLISECONDS, new SequenceSections()),
        "Sequence field 'updated' was refused: it lies too far ahead for microseconds of 64 bits."
            + " Correct the clock or the special value at the source.");
  }

  @ParameterizedTest
  @CsvSource({
    "decimal, 1042, 412",
    "decimal, 18446744073709551615, ffffffffffffffff",
    "hex, 00FF, ff",
    "pg-lsn, 16/B374D848, 16b374d848",
    "pg-lsn, FFFFFFFF/FFFFFFFF, ffffffffffffffff",
    "mssql-lsn, 00000027:00000ac0:0003, 2700000ac0/3",
    "binlog-file, mysql-bin.000003, 3",
    "binlog-file, db2-bin.4294967296, 100000000",
    "iso-timestamp, 1970-01-01T00:00:01.000002Z, f4242",
    "iso-timestamp, 1970-01-01T01:00:01+01:00, f4240",
    "bigquery, 1/FF/0/fFfFfFfFfFfFfFfF, 1/ff/0/ffffffffffffffff"
  })
  void readsDeclaredFormats(String format, String value, String expected) {
    assertThat(text(format, value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "decimal, -1",
    "decimal, 10a",
    "decimal, 18446744073709551616",
    "decimal, ' 1'",
    "decimal, ''",
    "decimal, ١",
    "hex, 00000000000000000",
    "hex, 0x1",
    "pg-lsn, 16B374D848",
    "pg-lsn, 100000000/0",
    "mssql-lsn, 27:ac0:3",
    "binlog-file, mysql-bin",
    "iso-timestamp, 2026-01-31",
    "iso-timestamp, 2026-01-31T12:00:00",
    "bigquery, 1//2",
    "bigquery, 1/2/3/4/5",
    "bigquery, ''",
    "bigquery, 1/"
  })
  void refusesTextsOfAnotherForm(String format, String value) {
    assertThatThrownBy(() -> text(format, value))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEQUENCE_INVALID))
        .hasMessageStartingWith("Sequence field 'lsn' was refused: its format is " + format)
        .hasMessageEndingWith(
            "Declare the format that the source writes, one of [decimal, hex, pg-lsn, mssql-lsn,"
                + " binlog-file, iso-timestamp, bigquery].");
  }

  @Test
  void refusesUnknownFormats() {
    assertThatThrownBy(() -> Format.of("gtid"))
        .hasMessage(
            "format: gtid (expected: one of [decimal, hex, pg-lsn, mssql-lsn, binlog-file,"
                + " iso-timestamp, bigquery])");
  }

  @Test
  void refusesAFifthSection() {
    SequenceSections sections = new SequenceSections().add(1).add(2).add(3).add(4);

    assertRefused(
        () -> sections.add(5),
        "A change sequence number was refused: it has more than 4 sections (CDC-023). Use fewer"
            + " sequence fields, or drop the epoch or the offset.");
  }

  @Test
  void startsAgainAfterClear() {
    SequenceSections sections = new SequenceSections().add(1).add(2);

    assertThat(sections.clear().add(3).toNumber()).isEqualTo(SequenceNumber.of(3));
  }
}
