package dev.penstock.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DeadlineTest {
  private final FakeTime time = new FakeTime();

  @Test
  void isReachedWhenTheClockArrives() throws InterruptedException {
    Deadline deadline = Deadline.after(time, Duration.ofSeconds(5));

    assertThat(deadline.isReached()).isFalse();
    assertThat(deadline.remainingMillis()).isEqualTo(5000);

    time.sleep(4999);
    assertThat(deadline.isReached()).isFalse();
    time.advance(Duration.ofMillis(1));

    assertThat(deadline.isReached()).isTrue();
    assertThat(deadline.remainingMillis()).isZero();
  }

  @Test
  void roundsTheRestUp() {
    Deadline deadline = Deadline.after(time, Duration.ofNanos(1));

    assertThat(deadline.remainingMillis()).isEqualTo(1);
  }
}
