package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.reader.NumberText.Form;
import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberTextTest {
  private final NumberText number = new NumberText();

  @ParameterizedTest
  @CsvSource({
    "0,INTEGER",
    "-0,INTEGER",
    "9223372036854775808,INTEGER",
    "+5,INTEGER",
    "1.50,FRACTION",
    ".5,FRACTION",
    "1e5,EXPONENT",
    "-1.25E-30,EXPONENT",
    "5.,NONE",
    ".,NONE",
    "-,NONE",
    "e5,NONE",
    "1e,NONE",
    "1 000,NONE",
    "'1,000',NONE",
    "' 1',NONE",
    "0x10,NONE",
    "1f,NONE",
    "١٢,NONE",
    "1-2,NONE"
  })
  void takesNumbersInOneNotationOnly(String text, Form form) {
    assertThat(number.scan(text)).isEqualTo(form);
  }

  @Test
  void knowsWhatSixtyFourBitsHold() {
    number.scan("9223372036854775807");
    assertThat(number.fitsLong()).isTrue();
    assertThat(number.longValue()).isEqualTo(Long.MAX_VALUE);
    number.scan("-9223372036854775808");
    assertThat(number.fitsLong()).isTrue();
    assertThat(number.longValue()).isEqualTo(Long.MIN_VALUE);
    number.scan("9223372036854775808");
    assertThat(number.fitsLong()).isFalse();
    number.scan("-9223372036854775809");
    assertThat(number.fitsLong()).isFalse();
    number.scan("99999999999999999999999");
    assertThat(number.fitsLong()).isFalse();
    number.scan("0000000000000000000000007");
    assertThat(number.fitsLong()).isTrue();
    assertThat(number.longValue()).isEqualTo(7);
  }

  @Test
  void countsTheDigitsThatAColumnMustHold() {
    number.scan("-0012.3400");
    assertThat(number.wholeDigits()).isEqualTo(2);
    assertThat(number.fractionDigits()).isEqualTo(2);
    assertThat(number.significantDigits()).isEqualTo(4);
    assertThat(number.hasLeadingZero()).isTrue();
    number.scan("0.5");
    assertThat(number.wholeDigits()).isZero();
    assertThat(number.hasLeadingZero()).isFalse();
  }

  @Test
  void refusesExponentsThatJavaCannotHold() {
    assertThat(number.scan("1e99999999999")).isEqualTo(Form.EXPONENT);
    assertThat(number.decimalValue()).isNull();
    assertThat(number.scan("1".repeat(1001))).isEqualTo(Form.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "0.1,true",
    "1.7976931348623157e308,true",
    "0.30000000000000004,true",
    "1.2345678901234568e-05,true",
    "1.2345678901234567e-05,false",
    "9007199254740992,true",
    "9007199254740993,false",
    "0.12345678901234567890,false",
    "1e400,false",
    "1e-400,false",
    "1.23456789e-320,false",
    "4.9e-324,true",
    "2.5e-308,true",
    "0e-400,true",
    "0.0,true"
  })
  void knowsWhichDigitsADoubleKeeps(String written, boolean kept) {
    number.scan(written);
    assertThat(number.isKeptByDouble()).isEqualTo(kept);
  }

  @Property
  void everyDoubleIsKeptAsJavaWritesIt(@ForAll double value) {
    number.scan(Double.toString(value));
    assertThat(number.isKeptByDouble()).isTrue();
  }

  @Property
  void everyDecimalSurvives(@ForAll @Scale(20) BigDecimal value) {
    assertThat(number.scan(value.toPlainString())).isNotEqualTo(Form.NONE);
    assertThat(number.decimalValue()).isEqualByComparingTo(value);
    assertThat(number.scan(value.toString())).isNotEqualTo(Form.NONE);
    assertThat(number.decimalValue()).isEqualTo(value);
  }

  @Property
  void everyLongSurvives(@ForAll long value) {
    assertThat(number.scan(Long.toString(value))).isEqualTo(Form.INTEGER);
    assertThat(number.fitsLong()).isTrue();
    assertThat(number.longValue()).isEqualTo(value);
  }
}
