package dev.penstock.demo.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.demo.kill.KillTrials.Trial;
import dev.penstock.demo.kill.KillTrials.Victim;
import dev.penstock.demo.stack.Stack;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class KillIT {
  private static final long SEED = 7;

  @Test
  @Timeout(240)
  void noAcknowledgedRowIsLostWhenEitherJvmIsKilled() {
    List<Trial> trials;
    try (Stack stack = new Stack(part -> {})) {
      trials = new KillTrials(stack, SEED).run(2, trial -> {});
    }

    assertThat(trials).extracting(Trial::victim).containsExactly(Victim.LOCAL, Victim.WORKER);
    assertThat(trials)
        .allSatisfy(
            trial -> {
              assertThat(trial.verdict().faults()).isEmpty();
              assertThat(trial.verdict().identicalRows()).isGreaterThanOrEqualTo(2_000);
            });
  }
}
