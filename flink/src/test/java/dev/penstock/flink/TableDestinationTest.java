package dev.penstock.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableDestinationTest {
  @Test
  void isItsThreeParts() {
    TableDestination table = TableDestination.of("p", "d", "t");

    assertThat(table).isEqualTo(TableDestination.of("p", "d", "t")).hasToString("p.d.t");
    assertThat(table).isNotEqualTo(TableDestination.of("p", "d", "u"));
    assertThat(table.toDestination()).hasToString("p.d.t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a/b", " a", "a "})
  void refusesAPartThatIsNoName(String part) {
    assertThatThrownBy(() -> TableDestination.of("p", "d", part))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "table: '" + part + "' (expected: a name without slash and surrounding white space)");
  }
}
