package dev.penstock.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SequenceNumberTest {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

  @ParameterizedTest
  @CsvSource({
    "7B, 77",
    "FFF/ABC, FFF/B",
    "ABC, BA/FFFFFFFF",
    "FFF/ABC, ABC",
    "FFFFFFFFFFFFFFFF, 7FFFFFFFFFFFFFFF",
    "FFF/0, FFF",
    "1/0/0/1, 1/0/0/0"
  })
  void ordersAsTheServiceDocuments(String higher, String lower) {
    assertThat(SequenceNumber.parse(higher)).isGreaterThan(SequenceNumber.parse(lower));
    assertThat(SequenceNumber.parse(lower)).isLessThan(SequenceNumber.parse(higher));
    assertThat(SequenceNumber.parse(higher)).isEqualByComparingTo(SequenceNumber.parse(higher));
  }

  @Test
  void writesHexadecimalSections() {
    assertThat(SequenceNumber.of(0)).hasToString("0");
    assertThat(SequenceNumber.of(3, 1042)).hasToString("3/412");
    assertThat(new SequenceNumber(4, -1, 0, 16, Long.MIN_VALUE))
        .hasToString("ffffffffffffffff/0/10/8000000000000000");
  }

  @Test
  void padsSectionsToSixteenUpperCaseDigits() {
    assertThat(SequenceNumber.of(0).padded()).isEqualTo("0000000000000000");
    assertThat(SequenceNumber.of(3, 1042).padded()).isEqualTo("0000000000000003/0000000000000412");
    assertThat(new SequenceNumber(4, -1, 0, 171, Long.MIN_VALUE).padded())
        .isEqualTo("FFFFFFFFFFFFFFFF/0000000000000000/00000000000000AB/8000000000000000");
  }

  @Test
  void readsWhatTheServiceTakes() {
    assertThat(SequenceNumber.parse("1/FF/0/fFfFfFfFfFfFfFfF"))
        .isEqualTo(new SequenceNumber(4, 1, 255, 0, -1));
    assertThat(SequenceNumber.find("0000000000000412")).isEqualTo(SequenceNumber.of(1042));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "1/",
        "/1",
        "1//2",
        "1/2/3/4/5",
        "1/2/3/4/",
        "00000000000000001",
        "0x1",
        "G",
        "1 ",
        "-1",
        "+1",
        "\u0661",
        "1/\uff11"
      })
  void refusesWhatTheServiceRefuses(String text) {
    assertThat(SequenceNumber.find(text)).isNull();
    assertThatThrownBy(() -> SequenceNumber.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "sequence number: a text of "
                + text.length()
                + " characters (expected: 1 to 4 sections of 1 to 16 hexadecimal digits, joined by"
                + " /, such as 1A/2F)");
  }

  @Test
  void refusesUnusedSections() {
    assertThatThrownBy(() -> new SequenceNumber(1, 1, 2, 0, 0))
        .hasMessage("sections: 1 (expected: 0 in every section after these)");
    assertThatThrownBy(() -> new SequenceNumber(5, 1, 2, 3, 4))
        .hasMessage("sections: 5 (expected: 1..4)");
  }

  @Property
  void ordersLikeOneLargeNumber(@ForAll @Size(4) long[] left, @ForAll @Size(4) long[] right) {
    assertThat(Integer.signum(of(left).compareTo(of(right))))
        .isEqualTo(large(left).compareTo(large(right)));
  }

  @Property
  void readsBackWhatItWrites(@ForAll @Size(4) long[] values) {
    assertThat(SequenceNumber.parse(of(values).toString())).isEqualTo(of(values));
    assertThat(SequenceNumber.parse(of(values).toString().toUpperCase(Locale.ROOT)))
        .isEqualTo(of(values));
    assertThat(SequenceNumber.parse(of(values).padded())).isEqualTo(of(values));
  }

  @Property
  void paddedTextsSortAsTheNumbersDo(@ForAll @Size(4) long[] left, @ForAll @Size(4) long[] right) {
    assertThat(Integer.signum(of(left).padded().compareTo(of(right).padded())))
        .isEqualTo(of(left).compareTo(of(right)));
  }

  private static SequenceNumber of(long[] values) {
    return new SequenceNumber(4, values[0], values[1], values[2], values[3]);
  }

  private static BigInteger large(long[] values) {
    List<BigInteger> digits =
        Arrays.stream(values).mapToObj(v -> BigInteger.valueOf(v).mod(TWO_TO_64)).toList();
    BigInteger sum = BigInteger.ZERO;
    for (BigInteger digit : digits) {
      sum = sum.multiply(TWO_TO_64).add(digit);
    }
    return sum;
  }
}
