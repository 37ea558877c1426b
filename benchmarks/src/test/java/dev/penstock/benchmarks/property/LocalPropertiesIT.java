package dev.penstock.benchmarks.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.local.Fact;
import org.junit.jupiter.api.Test;

/** The first of the histories that the benchmark runs thousands of. */
class LocalPropertiesIT {
  private static final int HISTORIES = 200;

  @Test
  @Fact({
    "WA-051", "WA-072", "WA-073", "WA-074", "WA-075", "WA-080", "WA-082", "WA-176", "WA-178",
    "WA-181", "WA-182", "WA-185", "WA-186", "WA-187", "WA-190"
  })
  void tablesShowWhatTheModelsOfTheirStreamsShow() throws GoneException, InterruptedException {
    assertThat(PropertyTrials.run(StreamHistory::new, 1, HISTORIES)).isEmpty();
  }

  @Test
  @Fact({
    "CDC-023", "CDC-024", "CDC-025", "CDC-026", "CDC-027", "CDC-028", "CDC-032", "CDC-033",
    "CDC-037"
  })
  void tablesEqualTheFoldOverTheirChanges() throws GoneException, InterruptedException {
    assertThat(PropertyTrials.run(ChangeHistory::new, 1, HISTORIES)).isEmpty();
  }
}
