package dev.penstock.benchmarks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.crash.CrashTrials.Trial;
import dev.penstock.local.Fact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a server's process loses nothing it acknowledged and leaves nothing half done. */
@Tag("sql")
class LocalKillIT {
  private static final int TRIALS = 5;

  @Test
  @Fact({"WA-033", "WA-073", "WA-082", "RT-069", "RT-089", "SQ-043", "SQ-049"})
  void everyAcknowledgedEffectIsThereAfterKill(@TempDir Path directory)
      throws IOException, InterruptedException, GoneException {
    List<Trial> trials = new CrashTrials(directory, 20261130, TRIALS).run(TRIALS, trial -> {});

    assertThat(trials).hasSize(TRIALS);
    assertThat(trials).allSatisfy(trial -> assertThat(trial.faults()).isEmpty());
    assertThat(trials.get(TRIALS - 1).acknowledged()).containsKey("DML").doesNotContainValue(0);
  }
}
