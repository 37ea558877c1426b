package dev.penstock.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
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
}
