package dev.penstock.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTextTest {
  @ParameterizedTest
  @CsvSource({
    "0-0 0 0:10:0, PT10M",
    "0-0 0 0:0:0, PT0S",
    "0-0 1 2:3:4, PT26H3M4S",
    "0-0 0 0:0:15.000, PT15S",
    "0-0 0 0:0:0.5, PT0.5S",
    "0-0 0 0:0:1.000001, PT1.000001S"
  })
  void readsLengths(String text, Duration length) {
    assertThat(IntervalText.parse(text)).contains(length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10 MINUTE", "0-1 0 0:0:0", "1-0 0 0:0:0"})
  void refusesOthers(String text) {
    assertThat(IntervalText.parse(text)).isEmpty();
  }

  @Test
  void takesNullForNone() {
    assertThat(IntervalText.parse(null)).isEmpty();
  }
}
