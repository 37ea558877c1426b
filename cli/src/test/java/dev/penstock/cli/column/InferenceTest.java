package dev.penstock.cli.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InferenceTest {
  /** The first value stands on line 2, behind the header. */
  private static Inference of(@Nullable String... cells) {
    Evidence evidence = new Evidence();
    long line = 2;
    for (String cell : cells) {
      if (cell == null) {
        evidence.addNull();
      } else {
        evidence.addText(cell, line);
      }
      line++;
    }
    return Inference.of(evidence);
  }

  private static void assertNearly(Inference inference, String type, int line) {
    assertThat(inference.counterExample())
        .isEqualTo(new ColumnReport.CounterExample(type, "line " + line));
  }

  @Test
  void oneClassOfValuesIsOneType() {
    assertThat(of("true", "FALSE", "True").type()).isEqualTo(ColumnType.BOOL);
    assertThat(of("0", "-5", "9223372036854775807").type()).isEqualTo(ColumnType.INT64);
    assertThat(of("2026-01-31").type()).isEqualTo(ColumnType.DATE);
    assertThat(of("23:59:59.5").type()).isEqualTo(ColumnType.TIME);
    assertThat(of("2026-01-31 23:59:59", "2026-01-31T23:59").type()).isEqualTo(ColumnType.DATETIME);
    assertThat(of("2026-01-31T23:59:59Z", "2026-01-31 23:59:59.123456+02:00").type())
        .isEqualTo(ColumnType.TIMESTAMP);
    assertThat(of("a", "b").type()).isEqualTo(ColumnType.STRING);
  }

  @Test
  void decimalsAreTheNarrowestExactTypeThatHoldsTheirDigits() {
    Inference numeric = of("1", "2.50", "0.123456789");
    assertThat(numeric.type()).isEqualTo(ColumnType.NUMERIC);
    assertThat(numeric.why()).isEqualTo("decimal numbers, 9 digits behind the point at most");

    Inference big = of("1.5", "0.1234567891");
    assertThat(big.type()).isEqualTo(ColumnType.BIGNUMERIC);
    assertNearly(big, "NUMERIC", 3);
    assertThat(big.remark())
        .isEqualTo("If these are binary floating-point numbers, FLOAT64 is their type");

    assertThat(of("1.0000000000000000").type()).isEqualTo(ColumnType.NUMERIC);
  }

  /** D-53: what NUMERIC does not hold must not be called NUMERIC. */
  @Test
  void d53NumbersBeyondNumericAreBigNumericAndBeyondThatText() {
    assertThat(of("9".repeat(29)).type()).isEqualTo(ColumnType.NUMERIC);
    Inference big = of("5", "9".repeat(30));
    assertThat(big.type()).isEqualTo(ColumnType.BIGNUMERIC);
    assertNearly(big, "NUMERIC", 3);
    assertThat(of("9".repeat(38)).type()).isEqualTo(ColumnType.BIGNUMERIC);
    Inference text = of("5", "9".repeat(39));
    assertThat(text.type()).isEqualTo(ColumnType.STRING);
    assertThat(text.why()).isEqualTo("numbers of more digits than any type holds");
    assertNearly(text, "BIGNUMERIC", 3);
  }

  @Test
  void aLateDecimalWidensWholeNumbersAndIsNamed() {
    Inference inference = of("1", "2", "3", "4.5");
    assertThat(inference.type()).isEqualTo(ColumnType.NUMERIC);
    assertNearly(inference, "INT64", 5);
  }

  @Test
  void exponentsAreFloatsIfFloatsKeepEveryDigit() {
    assertThat(of("1e-7", "0.5", "NaN", "-Infinity", "3").type()).isEqualTo(ColumnType.FLOAT64);
    assertThat(of("1.7976931348623157e308", "0.30000000000000004").type())
        .isEqualTo(ColumnType.FLOAT64);
    Inference lossy = of("1e-7", "0.1234567890123456789");
    assertThat(lossy.type()).isEqualTo(ColumnType.STRING);
    assertNearly(lossy, "FLOAT64", 3);
    assertThat(of("1e5", "9007199254740993").type()).isEqualTo(ColumnType.STRING);
    assertThat(of("1e400").type()).isEqualTo(ColumnType.STRING);
    assertThat(of("1e-400").type()).isEqualTo(ColumnType.STRING);
  }

  @Test
  void nothingButNaNIsTextAndNoLineIsToBlame() {
    Inference inference = of("NaN", "-Infinity");
    assertThat(inference.type()).isEqualTo(ColumnType.STRING);
    assertThat(inference.counterExample()).isNull();
  }

  @Test
  void namesThatLookLikeNoNumberAreText() {
    assertThat(of("Nan", "Inf").type()).isEqualTo(ColumnType.STRING);
    assertThat(of("nan").type()).isEqualTo(ColumnType.STRING);
  }

  @Test
  void leadingZerosAreCodes() {
    Inference inference = of("10115", "01067", "20095");
    assertThat(inference.type()).isEqualTo(ColumnType.STRING);
    assertThat(inference.why()).isEqualTo("digits behind a leading zero are a code, not a number");
    assertNearly(inference, "INT64", 3);
    assertThat(of("0", "0.5", "-0.25").type()).isEqualTo(ColumnType.NUMERIC);
  }

  /** D-65: texts with dashes, slashes or colons became timestamps. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "555-1234-99",
        "2026-555-0199",
        "+49 170 1234567",
        "+491701234567",
        "16:9",
        "10:30",
        "01/02/2026",
        "2026/01/31",
        "2026-1-5",
        "31-01-2026",
        "Jan 5, 2026",
        "20260131T101010Z",
        "2026-02-30",
        "24:00:00",
        "2026-01-31 10:00:00 CET",
        "1,5",
        "1.234,50",
        "$5",
        "12%",
        "0x1F",
        "1_000",
        "yes",
        "t",
        " 5",
        "5 "
      })
  void d65WhatMayMeanSomethingElseStaysText(String cell) {
    assertThat(of(cell, cell).type()).isEqualTo(ColumnType.STRING);
    assertThat(of(cell, cell).why()).isEqualTo("texts");
  }

  @Test
  void valuesOfSeveralTypesAreTextAndTheFirstOtherOneIsNamed() {
    Inference inference = of("2026-01-01", "2026-01-02", "2026-01-03T00:00:00");
    assertThat(inference.type()).isEqualTo(ColumnType.STRING);
    assertThat(inference.why()).isEqualTo("values of several types");
    assertNearly(inference, "DATE", 4);

    Inference noted = of("1", "n/a", "3", "4");
    assertThat(noted.why()).isEqualTo("texts beside other values");
    assertNearly(noted, "INT64", 3);
    assertThat(of("1", "a", "b", "c").counterExample()).isNull();
  }

  @Test
  void timesFinerThanAMicrosecondStayText() {
    Inference inference = of("2026-01-31T10:00:00.123456789Z");
    assertThat(inference.type()).isEqualTo(ColumnType.STRING);
    assertThat(inference.why()).isEqualTo("times finer than a microsecond, which no type holds");
    assertThat(of("2026-01-31T10:00:00.123456000Z").type()).isEqualTo(ColumnType.TIMESTAMP);
  }

  /** D-55: columns without a value vanished. */
  @Test
  void d55AColumnWithoutAValueStays() {
    Inference inference = of(null, null);
    assertThat(inference.type()).isEqualTo(ColumnType.STRING);
    assertThat(inference.why()).isEqualTo("no value but NULL");
    assertThat(inference.remark()).isEqualTo("Name its type if it has one");
  }

  @Test
  void countsNullsAndMeasuresTexts() {
    Evidence evidence = new Evidence();
    List.of("a", "😀😀😀", "bb").forEach(text -> evidence.addText(text, 2));
    evidence.addNull();
    assertThat(evidence.nulls()).isEqualTo(1);
    assertThat(evidence.longest()).isEqualTo(3);
  }
}
