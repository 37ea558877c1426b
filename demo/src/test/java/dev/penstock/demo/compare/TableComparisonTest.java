package dev.penstock.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableComparisonTest {

  @Test
  void equalRowsAreIdentical() {
    TableComparison comparison =
        TableComparison.of(
            content(Map.of("[\"1\"]", Arrays.asList("1", null))),
            content(Map.of("[\"1\"]", Arrays.asList("1", null))));

    assertThat(comparison).isEqualTo(new TableComparison("t", 1, 1, List.of()));
  }

  @Test
  void namesTheColumnsThatDiffer() {
    TableComparison comparison =
        TableComparison.of(
            content(Map.of("[\"1\"]", Arrays.asList("1", null))),
            content(Map.of("[\"1\"]", List.of("1", "x"))));

    assertThat(comparison.identical()).isZero();
    assertThat(comparison.differences()).containsExactly("t [\"1\"]: name is x instead of NULL");
  }

  @Test
  void countsRowsOfEitherSide() {
    TableComparison comparison =
        TableComparison.of(
            content(Map.of("[\"1\"]", List.of("1", "a"))),
            content(Map.of("[\"2\"]", List.of("2", "a"))));

    assertThat(comparison.rows()).isEqualTo(2);
    assertThat(comparison.differences())
        .containsExactly("t [\"1\"]: missing in BigQuery", "t [\"2\"]: only in BigQuery");
  }

  @Test
  void keyOfTwoRowsIsADifference() {
    TableContent twice =
        new TableContent(
            "t", List.of("id", "name"), Map.of("[\"1\"]", List.of("1", "a")), List.of("[\"1\"]"));

    assertThat(
            TableComparison.of(content(Map.of("[\"1\"]", List.of("1", "a"))), twice).differences())
        .containsExactly("t [\"1\"]: twice in BigQuery");
  }

  private static TableContent content(Map<String, List<String>> rows) {
    return new TableContent("t", List.of("id", "name"), Map.copyOf(rows), List.of());
  }
}
