package dev.penstock.core.publish;

import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything a plan depends on. Immutable.
 *
 * @param desired the columns that the rows carry, with the types they are to have in a new table;
 *     key, partitioning and clustering as configured: empty or null leaves what is there, or the
 *     default of a new table
 * @param live the target as it stands; null when it does not exist
 * @param relax whether REQUIRED columns of the target that the rows may leave NULL are relaxed;
 *     else the plan is refused by their names
 * @param newestBy the column whose greatest value wins among rows of one key; null: the row that
 *     comes last in the source wins
 * @param runId names the run: lower case letters, digits and underscores
 */
public record PublishRequest(
    Destination target,
    Strategy strategy,
    TableSpec desired,
    @Nullable ExistingTable live,
    LoadMethod method,
    boolean relax,
    @Nullable String newestBy,
    String runId) {
  /** Checks what must be there. */
  public PublishRequest {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(strategy, "strategy");
    Objects.requireNonNull(desired, "desired");
    Objects.requireNonNull(method, "method");
    if (!runId.matches("[a-z0-9_]{1,40}")) {
      throw new IllegalArgumentException("runId: " + runId + " (expected: [a-z0-9_], 1..40)");
    }
  }

  /** Where rows lie between source and target. */
  public Destination staging() {
    return new Destination(target.project(), target.dataset(), target.table() + "__stg_" + runId);
  }
}
