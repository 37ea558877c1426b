package dev.penstock.core.publish;

import dev.penstock.core.model.Destination;

/**
 * A run that died and was cleaned up after. Immutable.
 *
 * @param end what became of its target
 */
public record RecoveredRun(String runId, Destination target, End end) {
  /** What a run that died did to its target. */
  public enum End {
    /** The target is as before the run. */
    NOT_PUBLISHED,
    /** The target is as after the run. */
    PUBLISHED,
    /**
     * All rows are with the service and were not readable yet: a repetition under the id of the run
     * makes them so, or they age out.
     */
    PREPARED,
    /** It died while its streams were committed, and the service does not tell. */
    UNKNOWN
  }
}
