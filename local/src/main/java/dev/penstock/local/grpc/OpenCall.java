package dev.penstock.local.grpc;

import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts a call as long as it is open. Thread-safe. */
final class OpenCall {
  private final FaultPoint faults;
  private final Usage usage;
  private @Nullable TableId counted;
  private boolean ended;

  OpenCall(FaultPoint faults, Usage usage) {
    this.faults = faults;
    this.usage = usage;
  }

  /** Begins to count with the first table that the call names; how the call is refused. */
  synchronized Optional<Effect> begin(TableId table) {
    if (counted != null || ended) {
      return Optional.empty();
    }
    Optional<Effect> refusal = faults.use(usage, table, 1);
    counted = refusal.isPresent() ? null : table;
    return refusal;
  }

  /** The call has ended, in whatever way. */
  synchronized void end() {
    ended = true;
    if (counted != null) {
      var unused = faults.use(usage, counted, -1);
      counted = null;
    }
  }
}
