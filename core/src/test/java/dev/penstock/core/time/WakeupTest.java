package dev.penstock.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits of an hour, which only a call ends in time. */
@Timeout(120)
class WakeupTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final Wakeup wakeup = new Wakeup();

  private void await(long millis) {
    Waits.await(Time.SYSTEM, "The test", wakeup, millis);
  }

  @Test
  void endsTheWaitOfAnotherThread() throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      CountDownLatch about = new CountDownLatch(1);
      Thread caller =
          new Thread(
              () -> {
                try {
                  about.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                wakeup.call();
              });
      caller.start();
      about.countDown();
      await(HOUR);
      caller.join();
    }
  }

  @Test
  void remembersACallThatCameBeforeTheWait() {
    wakeup.call();
    await(HOUR);
  }

  @Test
  void endsWithItsTime() {
    await(1);
    await(0);
  }

  @Test
  void endsWithAnInterruptAndKeepsTheFlag() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> await(HOUR))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED))
        .hasMessage("The test was interrupted.");
    assertThat(Thread.interrupted()).isTrue();
  }
}
