package dev.penstock.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RetryScheduleTest {
  private static RetrySchedule schedule(double random) {
    return RetrySchedule.exponential(Duration.ofMillis(100), Duration.ofSeconds(1), () -> random);
  }

  @Test
  void doublesUpToTheCap() {
    RetrySchedule middle = schedule(0.5);

    assertThat(middle.delayMillis(0)).isEqualTo(100);
    assertThat(middle.delayMillis(1)).isEqualTo(200);
    assertThat(middle.delayMillis(3)).isEqualTo(800);
    assertThat(middle.delayMillis(4)).isEqualTo(1000);
    assertThat(middle.delayMillis(Integer.MAX_VALUE)).isEqualTo(1000);
  }

  @Test
  void spreadsByAQuarterBothWays() {
    assertThat(schedule(0).delayMillis(0)).isEqualTo(75);
    assertThat(schedule(Math.nextDown(1.0)).delayMillis(0)).isEqualTo(125);
  }

  @Test
  void refusesACapBelowTheFirstDelay() {
    assertThatThrownBy(
            () -> RetrySchedule.exponential(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cap: PT1S (expected: PT2S..PT24H)");
  }

  @Test
  void refusesANegativeRetry() {
    assertThatThrownBy(() -> schedule(0).delayMillis(-1))
        .hasMessage("retry: -1 (expected: at least 0)");
  }

  @Test
  void growsSlowerIfAsked() {
    RetrySchedule slow = RetrySchedule.growing(Duration.ofMillis(100), 1.3, Duration.ofSeconds(60));

    assertThat(slow.delayMillis(0)).isBetween(75L, 125L);
    assertThat(slow.delayMillis(10)).isBetween(1_033L, 1_724L);
    assertThat(slow.delayMillis(1_000)).isBetween(45_000L, 75_000L);
  }

  @Test
  void refusesAFactorThatDoesNotGrow() {
    assertThatThrownBy(() -> RetrySchedule.growing(Duration.ofMillis(1), 1, Duration.ofSeconds(1)))
        .hasMessage("factor: 1.0 (expected: above 1)");
  }
}
