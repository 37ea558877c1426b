package dev.penstock.core.publish;

/** What becomes of the rows that the target holds already. Immutable. */
public sealed interface Strategy {
  /**
   * The target holds the rows of the source afterwards, and no others.
   *
   * @param emptyAllowed whether a source without rows empties the target; else the run is refused
   */
  record Replace(boolean emptyAllowed) implements Strategy {}

  /** The rows of the source come to those that are there. */
  record Append() implements Strategy {}

  /** A row with the key of one that is there takes its place; others come to those there. */
  record Merge() implements Strategy {}

  /** The word that users write. */
  default String word() {
    if (this instanceof Replace) {
      return "replace";
    }
    return this instanceof Append ? "append" : "merge";
  }
}
