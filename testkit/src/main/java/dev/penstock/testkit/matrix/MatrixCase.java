package dev.penstock.testkit.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A value of a column. Immutable.
 *
 * @param id unlike all others of the matrix
 * @param name what is special about the value, in a few words
 * @param value its neutral text; an object for a struct, an array for an array, null for NULL
 * @param outcome what becomes of it on the roads that {@code differing} does not name
 * @param differing what becomes of it on other roads, by the road's name
 */
public record MatrixCase(
    String id, String name, JsonNode value, Outcome outcome, Map<String, Difference> differing) {
  /** Copies the differences. */
  public MatrixCase {
    differing = Map.copyOf(differing);
  }

  /**
   * A named difference.
   *
   * @param note its name, under which {@link TypeMatrix#notes} explains it
   */
  public record Difference(String note, Outcome outcome) {}

  /** What becomes of the value on a road. */
  public Outcome on(String road) {
    Difference difference = differing.get(road);
    return difference == null ? outcome : difference.outcome();
  }
}
