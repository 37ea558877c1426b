package dev.penstock.testkit.history;

import java.util.List;

/**
 * A way to configure source and sink, as far as it changes what a history ends in. Immutable.
 *
 * @param name F, L, V, T, D1 or D0
 * @param variant the key of {@link ChangeHistory#variants()} that the source runs with
 * @param rowsPerDelete how many DELETE rows a sink writes for one deleted row
 * @param deviations where this profile's state differs from the operations' state
 */
public record Profile(String name, String variant, int rowsPerDelete, List<Deviation> deviations) {
  /** Copies the deviations. */
  public Profile {
    deviations = List.copyOf(deviations);
  }

  /**
   * A state that stands from one operation to another, both included, in place of the expected one.
   */
  public record Deviation(int from, int to, KeyState state) {}
}
