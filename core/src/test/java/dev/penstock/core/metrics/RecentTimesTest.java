package dev.penstock.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.time.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecentTimesTest {
  private final FakeTime time = new FakeTime();
  private final RecentTimes times = new RecentTimes(time);

  private void record(int count, long millis) {
    for (int i = 0; i < count; i++) {
      times.record(Duration.ofMillis(millis).toNanos());
    }
  }

  @Test
  void isZeroWithoutTimes() {
    assertThat(times.percentileMillis(50)).isZero();
    assertThat(times.percentileMillis(100)).isZero();
  }

  @Test
  void isAtMostAnEighthTooLarge() {
    record(900, 10);
    record(95, 300);
    record(5, 60_000);

    assertThat(times.percentileMillis(50)).isBetween(10.0, 11.25);
    assertThat(times.percentileMillis(99)).isBetween(300.0, 337.5);
    assertThat(times.percentileMillis(100)).isBetween(60_000.0, 67_500.0);
  }

  @Test
  void takesTheShortestAndTheLongestTime() {
    times.record(0);
    assertThat(times.percentileMillis(100)).isPositive().isLessThan(0.001);

    times.record(Long.MAX_VALUE);
    assertThat(times.percentileMillis(100)).isGreaterThan(9e12);
  }

  @Test
  void forgetsWhatIsOlderThanTwoMinutes() {
    record(10, 5_000);
    time.advance(Duration.ofSeconds(61));
    record(10, 20);

    assertThat(times.percentileMillis(100)).isBetween(5_000.0, 5_625.0);

    time.advance(Duration.ofSeconds(61));
    record(10, 20);
    assertThat(times.percentileMillis(100)).isBetween(20.0, 22.5);

    time.advance(Duration.ofSeconds(121));
    assertThat(times.percentileMillis(100)).isZero();
  }
}
