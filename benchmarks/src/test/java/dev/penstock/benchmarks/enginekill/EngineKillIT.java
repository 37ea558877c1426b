package dev.penstock.benchmarks.enginekill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.enginekill.EngineTrials.Trial;
import dev.penstock.core.publish.LoadMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a load, and its repetition under the same run id: every row is there once. */
class EngineKillIT {
  /** At any instant, and before and after the step that makes rows readable. */
  private static final int[] TRIALS = {1, 4, 6};

  /** About what a load takes. */
  private static final Duration LOAD = Duration.ofMillis(500);

  @Test
  void everyRowIsThereOnceWhenTheRunIsRepeated(@TempDir Path directory)
      throws IOException, InterruptedException, GoneException {
    List<Trial> trials = new ArrayList<>();
    try (EngineTrials engine = EngineTrials.start(directory, 20261130, 1)) {
      for (LoadMethod method : LoadMethod.values()) {
        for (int number : TRIALS) {
          trials.add(engine.trial(number, method, LOAD));
        }
      }
    }

    assertThat(trials).allSatisfy(trial -> assertThat(trial.faults()).isEmpty());
    assertThat(trials).hasSize(6);
  }
}
