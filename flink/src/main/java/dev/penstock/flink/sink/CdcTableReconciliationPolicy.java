package dev.penstock.flink.sink;

import org.apache.flink.annotation.Experimental;

/** What happens to a table that takes changes and exists already. */
@Experimental
public enum CdcTableReconciliationPolicy {
  /** Its key is compared and nothing is changed. The default. */
  VERIFY_ONLY,
  /** Its key is compared, and its staleness is set where it differs. */
  RECONCILE
}
