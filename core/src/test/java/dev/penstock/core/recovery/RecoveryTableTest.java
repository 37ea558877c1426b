package dev.penstock.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RecoveryTableTest {
  @ParameterizedTest
  @EnumSource
  void everyFailureOfEveryStepHasARuleWithoutConditions(Step step) {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(RecoveryTable.rulesOf(step, code))
          .as(code.toString())
          .anySatisfy(rule -> assertThat(rule.conditions()).isEmpty());
    }
  }

  @ParameterizedTest
  @EnumSource
  void theRulesOfAFailureStandInTheOrderOfRepairs(Step step) {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(RecoveryTable.rulesOf(step, code))
          .as(code.toString())
          .extracting(Rule::repair)
          .isSorted();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whateverMayPassIsTriedAgain(Step step) {
    for (ErrorCode code : List.of(ErrorCode.UNAVAILABLE, ErrorCode.TIMEOUT)) {
      assertThat(RecoveryTable.rulesOf(step, code).get(0).repair()).isEqualTo(Repair.RETRY);
    }
  }

  @Test
  void everyRuleIsAskedSomewhere() {
    assertThat(RecoveryTable.RULES)
        .allSatisfy(
            rule ->
                assertThat(rule.steps())
                    .anySatisfy(
                        step ->
                            assertThat(rule.failures())
                                .anySatisfy(
                                    code ->
                                        assertThat(firstWithoutConditions(step, code, rule))
                                            .isTrue())));
  }

  /** Whether no rule without conditions stands before it. */
  private static boolean firstWithoutConditions(Step step, ErrorCode code, Rule rule) {
    List<Rule> rules = RecoveryTable.rulesOf(step, code);
    return rules.indexOf(rule) >= 0
        && rules.subList(0, rules.indexOf(rule)).stream()
            .noneMatch(other -> other.conditions().isEmpty());
  }

  /** CREATE_TABLE, UPDATE_SCHEMA, REJECT_ROWS, waiting, FAIL: what holds decides (FL 5.2). */
  @ParameterizedTest
  @CsvSource({
    "SCHEMA_MISMATCH, GONE, true, true, false, CREATE_TABLE",
    "SCHEMA_MISMATCH, GONE, true, true, true, FAIL",
    "SCHEMA_MISMATCH, THERE, true, true, false, UPDATE_SCHEMA",
    "SCHEMA_MISMATCH, THERE, true, true, true, UPDATE_SCHEMA",
    "SCHEMA_MISMATCH, THERE, true, false, true, AWAIT_PROPAGATION",
    "SCHEMA_MISMATCH, THERE, false, true, true, REJECT_ROWS",
    "SCHEMA_MISMATCH, THERE, false, false, false, AWAIT_PROPAGATION",
    "SCHEMA_MISMATCH, THERE, false, true, false, FAIL",
    "TABLE_NOT_FOUND, GONE, true, true, false, CREATE_TABLE",
    "TABLE_NOT_FOUND, GONE, false, true, false, FAIL",
    "TABLE_NOT_FOUND, MADE_ANEW, false, true, false, CREATE_TABLE",
    "TABLE_NOT_FOUND, THERE, true, true, false, AWAIT_PROPAGATION",
    "PERMISSION_DENIED, HIDDEN, true, true, false, FAIL",
    "ROW_INVALID, GONE, true, true, true, REJECT_ROWS",
    "UNAVAILABLE, GONE, true, true, true, RETRY"
  })
  void theFirstRepairWinsWhoseConditionsHold(
      ErrorCode code, Sight sight, boolean may, boolean lacks, boolean named, Repair repair) {
    FakeIncident incident = new FakeIncident(code, sight, may, lacks, named);

    assertThat(RecoveryTable.ruleFor(Step.APPEND, incident).repair()).isEqualTo(repair);
  }

  @Test
  void referencePageShowsTheTable() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../docs/reference/recovery.md")).stream()
            .filter(line -> line.matches("\\| [a-z, ]+ \\| (`|any).*"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            RecoveryTable.RULES.stream().map(RecoveryTableTest::row).toList());
  }

  @Test
  void referencePageShowsHowLongEachIsTried() throws IOException {
    List<String> page = Files.readAllLines(Path.of("../docs/reference/recovery.md"));

    assertThat(page)
        .containsAll(
            Arrays.stream(Patience.values())
                .filter(patience -> patience != Patience.NONE)
                .map(patience -> "| `%s` | %s |".formatted(patience, patience.words()))
                .toList());
  }

  private static String row(Rule rule) {
    return "| %s | %s | %s | `%s` | %s | %s |"
        .formatted(
            rule.steps().equals(Arrays.asList(Step.values()))
                ? "all"
                : rule.steps().stream().map(Step::word).collect(Collectors.joining(", ")),
            rule.failures().size() == ErrorCode.values().length
                ? "any other"
                : rule.failures().stream()
                    .map(code -> "`" + code + "`")
                    .collect(Collectors.joining(", ")),
            rule.conditions().stream().map(Condition::words).collect(Collectors.joining("; ")),
            rule.repair(),
            rule.patience() == Patience.NONE ? "" : "`" + rule.patience() + "`",
            rule.because());
  }
}
