package dev.penstock.architecture.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.architecture.Sources;
import dev.penstock.testkit.matrix.TypeMatrix;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of types says what the matrix proves. */
class TypesPageTest {
  private static final String BEGIN =
      "<!-- The matrix begins: a test says what stands here. -->\n\n";
  private static final String END = "\n<!-- The matrix ends. -->";

  private final TypeMatrix matrix = TypeMatrix.load();

  @Test
  void thePageHoldsTheMatrix() {
    String page =
        Sources.read(Sources.ofThisRepository().root().resolve("docs/reference/types.md"));

    assertThat(page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END)))
        .isEqualTo(new MatrixPage(matrix, Roads.ALL).text());
  }

  @Test
  void everyNoteExplainsADifferenceAndEveryDifferenceHasANote() {
    Set<String> used =
        matrix.columns().stream()
            .flatMap(column -> column.cases().stream())
            .flatMap(each -> each.differing().values().stream())
            .map(difference -> difference.note())
            .collect(Collectors.toSet());

    assertThat(matrix.notes().keySet()).isEqualTo(used);
  }
}
