package dev.penstock.testkit.matrix;

import java.util.List;

/**
 * A column of the matrix with its values. Immutable.
 *
 * @param name a legal column name, unlike all others of the matrix
 * @param type as GoogleSQL writes it, for example {@code NUMERIC(10, 2)}
 */
public record MatrixColumn(String name, String type, List<MatrixCase> cases) {
  /** Copies the cases. */
  public MatrixColumn {
    cases = List.copyOf(cases);
  }

  /** Whether the road can carry any value of the column. */
  public boolean isCarriedBy(String road) {
    return cases.stream().anyMatch(c -> !(c.on(road) instanceof Outcome.NotCarried));
  }
}
