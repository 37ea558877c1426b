package dev.penstock.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.kafka.route.DropReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page that users read lists the attributes of the task's bean, and no others. */
class TaskMetricsReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/kafka-metrics.md");

  private static List<String> firstColumn(String heading) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int start = lines.indexOf("## " + heading);
    return lines.subList(start + 1, lines.size()).stream()
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(3, line.indexOf('`', 3)))
        .toList();
  }

  @Test
  void listsEveryAttribute() throws IOException {
    assertThat(firstColumn("Attributes"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(SinkTaskMXBean.class.getMethods())
                .map(method -> method.getName().substring("get".length()))
                .toList());
  }

  @Test
  void listsEveryReasonToDropARecord() throws IOException {
    assertThat(firstColumn("Dropped records"))
        .containsExactlyElementsOf(
            Arrays.stream(DropReason.values()).map(DropReason::name).toList());
  }
}
