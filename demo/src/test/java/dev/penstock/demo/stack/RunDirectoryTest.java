package dev.penstock.demo.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunDirectoryTest {

  @Test
  void closeDeletesEverythingInIt() throws Exception {
    Path path;
    try (RunDirectory run = RunDirectory.create()) {
      path = run.path();
      Files.writeString(run.directory("a/b").resolve("file"), "x");
      assertThat(path).isDirectory();
    }

    assertThat(path).doesNotExist();
  }

  @Test
  void waitTellsWhatItWaitedFor() {
    assertThatThrownBy(() -> Wait.until("the moon is full", Duration.ZERO, () -> false))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("the moon is full");
  }
}
