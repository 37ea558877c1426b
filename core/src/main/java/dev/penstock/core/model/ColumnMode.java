package dev.penstock.core.model;

/** How often a column's value occurs in a row. Immutable. */
public enum ColumnMode {
  NULLABLE,
  REQUIRED,
  REPEATED
}
