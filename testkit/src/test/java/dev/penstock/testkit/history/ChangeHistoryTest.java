package dev.penstock.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangeHistoryTest {
  private final ChangeHistory history = ChangeHistory.load("customers-32");

  @Test
  void numbersItsOperationsFromOneTo32() {
    assertThat(history.operations())
        .extracting(Operation::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 32).boxed().toList());
  }

  @Test
  void endsInTheStateThatItsOperationsAddUpTo() {
    HistoryState written = HistoryState.of(history.tables(), 32, history.finalState());

    assertThat(history.stateAfter(32, history.profile("F"))).isEqualTo(written);
  }

  @Test
  void touchesExactlyTheKeysThatChange() {
    for (Operation operation : history.operations()) {
      if (operation.number() == 18) {
        continue;
      }
      assertThat(operation.state())
          .as("operation %d", operation.number())
          .extracting(state -> state.table() + state.key())
          .containsExactlyInAnyOrderElementsOf(
              operation.changes().stream()
                  .map(change -> change.table() + change.key())
                  .distinct()
                  .toList());
    }
  }

  @Test
  void lastChangeOfAKeySaysWhetherItIsThere() {
    for (Operation operation : history.operations()) {
      for (KeyState state : operation.state()) {
        operation.changes().stream()
            .filter(change -> change.key().equals(state.key()))
            .reduce((first, second) -> second)
            .ifPresent(
                last ->
                    assertThat(state.row() != null)
                        .as("operation %d key %s", operation.number(), state.key())
                        .isEqualTo(last.type() == Change.Type.UPSERT));
      }
    }
  }

  @Test
  void readsEveryValueInItsType() {
    @Nullable Map<String, @Nullable Object> bob =
        history.stateAfter(2, history.profile("F")).row("customers", 2L);

    assertThat(bob)
        .containsEntry("version1", 1L)
        .containsEntry("balance", new BigDecimal("12.34"))
        .containsEntry("updated_at", Instant.parse("2024-03-10T10:00:00.123456Z"))
        .containsEntry("wake", LocalTime.of(8, 30, 0, 1_000))
        .containsEntry("tags", List.of("red", "green blue"))
        .containsEntry("photo", ByteString.fromHex("deadbeef"))
        .doesNotContainKey("phone");
  }

  @Test
  void keepsNullAndEmptyApart() {
    @Nullable Map<String, @Nullable Object> cyd =
        history.stateAfter(3, history.profile("F")).row("customers", 3L);

    assertThat(cyd).containsEntry("email", null).containsEntry("tags", List.of());
  }

  @Test
  void profileDeviationsStandOnlyForTheirOperations() {
    Profile d1 = history.profile("D1");

    assertThat(history.stateAfter(9, d1).rows("customers")).containsKey(List.of(3L));
    assertThat(history.stateAfter(10, d1).row("customers", 3L)).containsEntry("name", "Cyd II");
    assertThat(history.stateAfter(32, d1).rows("customers")).containsKey(List.of(5L)).hasSize(9);
  }

  @Test
  void profilesSayHowManyRowsAreWritten() {
    Operation reinsert = history.operations().get(16);
    Operation unchangedLargeValue = history.operations().get(29);

    assertThat(history.profile("F").rowsOf(reinsert))
        .extracting(Change::type)
        .containsExactly(Change.Type.DELETE, Change.Type.DELETE, Change.Type.UPSERT);
    assertThat(history.profile("T").rowsOf(reinsert))
        .extracting(Change::type)
        .containsExactly(Change.Type.DELETE, Change.Type.UPSERT);
    assertThat(history.profile("T").rowsOf(unchangedLargeValue)).hasSize(1);
  }

  @Test
  void comparesJsonByMeaningAndDecimalsByValue() {
    HistoryTable customers = history.table("customers");

    assertThat(
            customers.comparable(
                Map.of(
                    "balance",
                    new BigDecimal("12.3400"),
                    "profile",
                    "{\"b\": 12345678901234567890, \"a\": null}")))
        .isEqualTo(
            customers.comparable(
                Map.of(
                    "balance",
                    new BigDecimal("12.34"),
                    "profile",
                    "{\"a\":null,\"b\":12345678901234567890}")));
  }

  @Test
  void namesTheHistoriesThatExist() {
    assertThatThrownBy(() -> ChangeHistory.load("nope"))
        .hasMessage("name: nope (expected: customers-32 or odd-values)");
  }
}
