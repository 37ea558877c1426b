package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CountedInputTest {
  @AfterEach
  void wake() {
    Thread.interrupted();
  }

  @Test
  void readingAFileEndsSoonAfterAnInterrupt() {
    byte[] file = new byte[3 << 20];
    CountedInput input =
        new CountedInput(
            new ByteArrayInputStream(file),
            file.length,
            (done, total) -> {},
            CountedInput.Bytes.UNSEEN);
    Thread.currentThread().interrupt();

    assertThatThrownBy(input::readAllBytes)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED))
        .hasMessageStartingWith("Reading the source was interrupted after ");
  }
}
