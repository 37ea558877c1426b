package dev.penstock.core.contract;

import dev.penstock.core.error.ErrorCode;

/** What becomes of rows. Immutable. */
sealed interface Promise {
  /** Every row is stored: at least once on a default stream, else once. */
  record Stored() implements Promise {}

  /** Row 3 is rejected by name, and the others are stored; a load as a whole is refused. */
  record Rejected() implements Promise {}

  /** The writer stops, and no row is taken for stored that is not. */
  record Stops(ErrorCode code) implements Promise {}
}
