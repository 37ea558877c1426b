package dev.penstock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchmarkArgumentTest {
  private static final BenchmarkArgument TRIALS = new BenchmarkArgument("TRIALS", 20, 1, 100);

  @Test
  void readsTheNumberOrTakesTheDefault() {
    assertThat(TRIALS.of(List.of())).isEqualTo(20);
    assertThat(TRIALS.of(List.of("100"))).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--nope", "0", "101", "3 4", "99999999999"})
  void refusesAnythingElseWithTheRange(String arguments) {
    assertThatThrownBy(() -> TRIALS.of(List.of(arguments.split(" ", -1))))
        .isInstanceOf(BenchmarkArgument.Refused.class)
        .hasMessage("TRIALS: " + arguments + " (expected: one number, 1..100)");
  }
}
