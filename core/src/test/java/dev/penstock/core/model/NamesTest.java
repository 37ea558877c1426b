package dev.penstock.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void foldsInTheSameWayWhereverItRuns() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr"));
    try {
      assertThat(Names.fold("ID")).isEqualTo("id");
      assertThat(new TableSchema(List.of(Column.nullable("ID", ColumnType.INT64))).find("id"))
          .isPresent();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void foldsListsInTheirOrder() {
    assertThat(Names.fold(List.of("B", "a", "b"))).containsExactly("b", "a");
  }
}
