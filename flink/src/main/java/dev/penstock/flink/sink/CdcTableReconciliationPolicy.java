package dev.penstock.flink.sink;

import java.util.Locale;
import org.apache.flink.annotation.Experimental;

/** What happens to a table that takes changes and exists already. */
@Experimental
public enum CdcTableReconciliationPolicy {
  /** Its key and its staleness are compared; a difference fails the job. The default. */
  VERIFY_ONLY,
  /** Its key is compared, and its staleness is set where it differs, before the first row. */
  RECONCILE;

  /** The word that SQL options use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
