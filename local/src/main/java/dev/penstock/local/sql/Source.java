package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table that a statement names: what the analyzer knows of it and where DuckDB reads it.
 * Immutable.
 *
 * @param path its name as the statement spells it, one element for each dotted or quoted part
 * @param key a name that no other table has
 * @param version changes whenever the columns do
 * @param table the table; null for a view, also one of INFORMATION_SCHEMA
 * @param fields its columns
 * @param relation the DuckDB relation to read, asked for when the statement runs
 * @param pseudoColumns the DuckDB expressions of those of the columns that the relation has not, by
 *     name; {@code SELECT *} leaves them out
 */
record Source(
    List<String> path,
    String key,
    String version,
    @Nullable TableMetadata table,
    List<Field> fields,
    Supplier<String> relation,
    Map<String, String> pseudoColumns) {
  /** A table without pseudo-columns. */
  Source(
      List<String> path,
      String key,
      String version,
      @Nullable TableMetadata table,
      List<Field> fields,
      Supplier<String> relation) {
    this(path, key, version, table, fields, relation, Map.of());
  }

  Source {
    path = List.copyOf(path);
    fields = List.copyOf(fields);
    pseudoColumns = Map.copyOf(pseudoColumns);
  }
}
