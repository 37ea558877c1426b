package dev.penstock.flink.sink;

import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;

/** How long a partition of a table is. */
@PublicEvolving
public enum TimePartitioningType {
  HOUR,
  DAY,
  MONTH,
  YEAR;

  /** The word that SQL options use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
