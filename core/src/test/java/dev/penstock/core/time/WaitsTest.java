package dev.penstock.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import org.junit.jupiter.api.Test;

class WaitsTest {
  @Test
  void anInterruptEndsAWaitAndIsKept() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> Waits.pause(Time.SYSTEM, "Changing table t", 60_000))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED))
        .hasMessage("Changing table t was interrupted.");
    assertThat(Thread.interrupted()).isTrue();
  }
}
