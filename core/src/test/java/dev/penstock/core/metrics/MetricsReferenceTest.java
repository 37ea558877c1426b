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
    List<String> rows =
        Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| `")).toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            MetricNames.MEANINGS.entrySet().stream()
                .map(entry -> "| `" + entry.getKey() + "` | " + entry.getValue() + " |")
                .toList());
  }
}
