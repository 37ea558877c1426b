package dev.penstock.core.model;

/** The type of a BigQuery column, by its GoogleSQL name. Immutable. */
public enum ColumnType {
  BOOL,
  INT64,
  FLOAT64,
  NUMERIC,
  BIGNUMERIC,
  STRING,
  BYTES,
  DATE,
  TIME,
  DATETIME,
  TIMESTAMP,
  JSON,
  GEOGRAPHY,
  INTERVAL,
  RANGE,
  STRUCT
}
