package dev.penstock.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page that users read lists the metrics of the code, and no others. */
final class MetricsReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/metrics.md");

  @Test
  void listsEveryMetricWithItsMeaning() throws IOException {
    assertThat(rowsBefore("## Micrometer"))
        .containsExactlyElementsOf(
            MetricNames.MEANINGS.entrySet().stream()
                .map(entry -> "| `" + entry.getKey() + "` | " + entry.getValue() + " |")
                .toList());
  }

  @Test
  void listsEveryMeterWithTheMetricThatItShows() throws IOException {
    assertThat(rowsBefore("").stream().skip(MetricNames.MEANINGS.size()))
        .containsExactlyElementsOf(
            MicrometerWriteMetrics.METERS.entrySet().stream()
                .map(entry -> "| `" + entry.getKey() + "` | `" + entry.getValue() + "` |")
                .toList());
  }

  /** The rows of tables above a heading. */
  private static List<String> rowsBefore(String heading) throws IOException {
    return Files.readAllLines(PAGE).stream()
        .takeWhile(line -> heading.isEmpty() || !line.equals(heading))
        .filter(line -> line.startsWith("| `"))
        .toList();
  }
}
