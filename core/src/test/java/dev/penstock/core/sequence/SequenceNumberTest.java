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

final class SequenceNumberTest {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

  private static SequenceNumber parse(String text) {
    SequenceSections sections = new SequenceSections();
    assertThat(new TextPosition(TextPosition.Format.BIGQUERY).encode(text, sections)).isNull();
    return sections.toNumber();
  }

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
    assertThat(parse(higher)).isGreaterThan(parse(lower));
    assertThat(parse(lower)).isLessThan(parse(higher));
    assertThat(parse(higher)).isEqualByComparingTo(parse(higher));
  }

  @Test
  void writesHexadecimalSections() {
    assertThat(SequenceNumber.of(0)).hasToString("0");
    assertThat(SequenceNumber.of(3, 1042)).hasToString("3/412");
    assertThat(new SequenceNumber(4, -1, 0, 16, Long.MIN_VALUE))
        .hasToString("ffffffffffffffff/0/10/8000000000000000");
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
    assertThat(parse(of(values).toString())).isEqualTo(of(values));
    assertThat(parse(of(values).toString().toUpperCase(Locale.ROOT))).isEqualTo(of(values));
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
