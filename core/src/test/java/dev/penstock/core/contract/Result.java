package dev.penstock.core.contract;

import dev.penstock.core.error.IngestException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a road said of its rows. Immutable.
 *
 * @param acknowledged rows that were taken for stored
 * @param rejected rows that were handed out
 * @param stop why the writer stopped; null when it did not
 */
record Result(Set<Long> acknowledged, Set<Long> rejected, @Nullable IngestException stop) {
  /** Copies the sets. */
  Result {
    acknowledged = Set.copyOf(acknowledged);
    rejected = Set.copyOf(rejected);
  }
}
