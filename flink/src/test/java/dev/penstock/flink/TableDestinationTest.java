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
  @ValueSource(strings = {"t", "daily-2026", "häuser und_mehr", "events$20260131"})
  void takesNamesOfTables(String name) {
    assertThat(TableDestination.of("p", "d_1", name).getTable()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"my.table", "a:b", "a*", "$20260131", "a$", "`a`"})
  void refusesATableThatBigQueryCannotName(String name) {
    assertThatThrownBy(() -> TableDestination.of("p", "d", name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "table: '"
                + name
                + "' (expected: letters, digits, spaces, dashes and underscores; project and"
                + " dataset are apart from it)");
  }

  @Test
  void refusesATableOfMoreThan1024Bytes() {
    assertThat(TableDestination.of("p", "d", "ä".repeat(512))).isNotNull();
    assertThatThrownBy(() -> TableDestination.of("p", "d", "ä".repeat(513)))
        .hasMessageStartingWith("table: 'ä");
  }

  @ParameterizedTest
  @ValueSource(strings = {"my-dataset", "a.b", "a b", "ä"})
  void refusesADatasetThatBigQueryCannotName(String name) {
    assertThatThrownBy(() -> TableDestination.of("p", name, "t"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dataset: '" + name + "' (expected: letters, digits and underscores)");
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
