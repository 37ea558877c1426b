package dev.penstock.core.publish;

/** Chooses the steps of a run. Pure: the same request gives the same plan. Immutable. */
public final class PublishPlanner {
  private PublishPlanner() {}

  /**
   * Plans a run.
   *
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when the request names columns
   *     that are not there; SCHEMA_MISMATCH when the rows do not fit the target; TABLE_UNSUITABLE
   *     when the target is of a kind that the strategy cannot write; NOT_SUPPORTED when the
   *     partitioning or clustering would have to change
   */
  public static PublishPlan plan(PublishRequest request) {
    throw new UnsupportedOperationException("being built");
  }
}
