package dev.penstock.flink.sink;

import org.apache.flink.annotation.PublicEvolving;

/** How long a partition of a table is. */
@PublicEvolving
public enum TimePartitioningType {
  HOUR,
  DAY,
  MONTH,
  YEAR
}
