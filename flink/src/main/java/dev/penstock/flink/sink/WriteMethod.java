package dev.penstock.flink.sink;

import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;

/** How rows reach BigQuery. */
@PublicEvolving
public enum WriteMethod {
  /**
   * The default stream: a row is readable once it is acknowledged; a restart may store rows twice.
   */
  STORAGE_API_AT_LEAST_ONCE,
  /**
   * Buffered streams: rows become readable when their checkpoint completes, each exactly once while
   * the job's state is kept.
   */
  STORAGE_API_EXACTLY_ONCE;

  /** The word that SQL options use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
