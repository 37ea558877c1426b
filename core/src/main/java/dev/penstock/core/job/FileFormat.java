package dev.penstock.core.job;

/** The format of files that a load job reads; one job reads one (RT-115). Immutable. */
public enum FileFormat {
  AVRO,
  /** Written by others: this engine writes Avro only. */
  PARQUET
}
