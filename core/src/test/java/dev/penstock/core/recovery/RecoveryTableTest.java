package dev.penstock.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryTableTest {
  @Test
  void hasOneRuleForEveryFailure() {
    assertThat(RecoveryTable.RULES)
        .extracting(RecoveryTable.Rule::failure)
        .containsExactlyInAnyOrder(ErrorCode.values());
  }

  @Test
  void retriesExactlyWhatIsRetriable() {
    assertThat(RecoveryTable.RULES)
        .allSatisfy(
            rule ->
                assertThat(rule.repair() == Repair.RETRY)
                    .as(rule.toString())
                    .isEqualTo(rule.failure().isRetriable()));
  }

  @Test
  void referencePageShowsTheTable() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../docs/reference/recovery.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            RecoveryTable.RULES.stream()
                .map(
                    rule ->
                        "| `%s` | `%s` | %s |"
                            .formatted(rule.failure(), rule.repair(), rule.because()))
                .toList());
  }
}
