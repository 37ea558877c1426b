package dev.penstock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.demo.operations.ResultsFile;
import dev.penstock.demo.progress.Progress;
import dev.penstock.demo.stack.Stack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
  @TempDir private Path directory;

  @Test
  @Timeout(180)
  void everyRowIsIdenticalAfterOperationsLoadRestartAndReplay() throws Exception {
    Path json = directory.resolve("operations.json");
    List<String> console = new ArrayList<>();
    Progress progress = new Progress(console::add);

    Verdict verdict;
    try (Stack stack = new Stack(progress::note)) {
      verdict =
          new Demo(
                  stack,
                  progress,
                  new DemoOptions(2_000, 600, Duration.ofSeconds(4), ResultsFile.at(json)))
              .run();
    }

    assertThat(verdict.faults()).isEmpty();
    assertThat(verdict.line()).matches("identical: (\\d+) of \\1 rows");
    assertThat(verdict.rows()).isGreaterThanOrEqualTo(2_000);
    JsonNode results = new ObjectMapper().readTree(json.toFile());
    assertThat(results).hasSize(32).allMatch(result -> result.path("ok").asBoolean());
    assertThat(console)
        .anyMatch(line -> line.contains("restarted task 1"))
        .anyMatch(line -> line.matches(".* filled the load tables with 2,000 rows, then .*"))
        .anyMatch(line -> line.matches(".* reads [\\d,]+ records again"));
  }
}
