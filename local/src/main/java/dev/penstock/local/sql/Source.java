package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table that a statement names: what the analyzer knows of it and where DuckDB reads it.
 * Immutable.
 *
 * @param path its name as the statement spells it, one element for each dotted or quoted part
 * @param key a name that no other table has
 * @param version changes whenever the columns do
 * @param table the table; null for a view, also one of INFORMATION_SCHEMA, and for several tables
 * @param fields its columns
 * @param relation the DuckDB relation to read, asked for when the statement runs
 * @param pseudoColumns the DuckDB expressions of those of the columns that the relation has not, by
 *     name; {@code SELECT *} leaves them out
 * @param under what is read of the tables under it when it is no table itself
 */
record Source(
    List<String> path,
    String key,
    String version,
    @Nullable TableMetadata table,
    List<Field> fields,
    Supplier<String> relation,
    Map<String, String> pseudoColumns,
    Under under) {
  /** What lies under a table that is only a name for others. */
  interface Under {
    /** Nothing that counts. */
    Under NOTHING = (columns, read, translation) -> List.of();

    /**
     * What a read of some columns reads, in the translation of the statement that it stands in.
     *
     * @param columns their places
     */
    List<ScanPart> of(Set<Integer> columns, TableReads.Read read, Translation translation);
  }

  /** A table without pseudo-columns. */
  Source(
      List<String> path,
      String key,
      String version,
      @Nullable TableMetadata table,
      List<Field> fields,
      Supplier<String> relation) {
    this(path, key, version, table, fields, relation, Map.of(), Under.NOTHING);
  }

  Source {
    path = List.copyOf(path);
    fields = List.copyOf(fields);
    pseudoColumns = Map.copyOf(pseudoColumns);
  }
}
