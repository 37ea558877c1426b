package dev.penstock.core.reader;

import java.util.Set;

/**
 * How Avro fields become columns. Paths are field names joined by dots, from the root; they lead
 * through arrays, and through maps by {@code key} and {@code value}. Immutable.
 *
 * @param deriveRequiredColumns whether fields that are no union with null are made as REQUIRED
 *     columns; else every column is NULLABLE
 * @param jsonFieldPaths string fields that hold JSON documents and are made as JSON columns
 * @param geographyFieldPaths string fields that hold WKT or GeoJSON and are made as GEOGRAPHY
 *     columns
 */
public record AvroOptions(
    boolean deriveRequiredColumns, Set<String> jsonFieldPaths, Set<String> geographyFieldPaths) {
  /** NULLABLE columns, no marked fields. */
  public static final AvroOptions DEFAULTS = new AvroOptions(false, Set.of(), Set.of());

  /** Copies the paths. */
  public AvroOptions {
    jsonFieldPaths = Set.copyOf(jsonFieldPaths);
    geographyFieldPaths = Set.copyOf(geographyFieldPaths);
  }
}
