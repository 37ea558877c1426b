package dev.penstock.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The label that tells writers of changes apart; other connectors make the same. */
class ChangeContractTest {
  private static final List<String> KEY = List.of("id", "b");

  @Test
  void hashesTheKeyAndTheStaleness() {
    ChangeContract contract = new ChangeContract(KEY, Duration.ofMinutes(10));

    assertThat(contract.pending()).isEqualTo("pending_d88941206830a5d9fcea8328a2c929d4");
    assertThat(contract.complete()).isEqualTo("complete_d88941206830a5d9fcea8328a2c929d4");
  }

  @Test
  void hasAWordForNoStalenessAndForNobodysStaleness() {
    assertThat(new ChangeContract(KEY, null).complete())
        .isEqualTo("complete_087d5494a0a1c27261ebdd0f75cb4913");
    assertThat(new ChangeContract(KEY, Duration.ZERO).complete())
        .isEqualTo("complete_79af97a4556644e895d17c6767f3a5a7");
  }

  @Test
  void knowsNoCaseButAnOrder() {
    assertThat(new ChangeContract(List.of("ID", "B"), Duration.ofMinutes(10)).complete())
        .isEqualTo("complete_d88941206830a5d9fcea8328a2c929d4");
    assertThat(new ChangeContract(List.of("b", "id"), Duration.ofMinutes(10)).complete())
        .isEqualTo("complete_49c154937a2ad7fe3beee615404713a1");
  }

  @Test
  void countsMicroseconds() {
    assertThat(new ChangeContract(List.of("id"), Duration.ofMillis(500)).complete())
        .isEqualTo("complete_065775990a4cfc88c5b0b1fb62133bac");
  }
}
