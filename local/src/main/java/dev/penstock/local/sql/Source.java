package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import java.util.List;
import java.util.function.Supplier;

/**
 * A table that a statement names: what the analyzer knows of it and where DuckDB reads it.
 * Immutable.
 *
 * @param path its name as the statement spells it, one element for each dotted or quoted part
 * @param key a name that no other table has
 * @param version changes whenever the columns do
 * @param fields its columns
 * @param relation the DuckDB relation to read, asked for when the statement runs
 */
record Source(
    List<String> path, String key, String version, List<Field> fields, Supplier<String> relation) {
  Source {
    path = List.copyOf(path);
    fields = List.copyOf(fields);
  }
}
