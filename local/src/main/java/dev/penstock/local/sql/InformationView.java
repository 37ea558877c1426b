package dev.penstock.local.sql;

import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One view of INFORMATION_SCHEMA. Immutable.
 *
 * @param name its name
 * @param ofProject whether it lists a project's datasets instead of a dataset's tables
 * @param fields its columns
 * @param rows the rows of a scope, cells in the order of the columns: a STRUCT is the list of its
 *     values, and so is an array
 */
record InformationView(
    String name,
    boolean ofProject,
    List<Field> fields,
    Function<Scope, List<List<@Nullable Object>>> rows) {
  /** What a view is about. */
  record Scope(String project, List<DatasetMetadata> datasets) {}

  InformationView {
    fields = List.copyOf(fields);
  }

  /** The rows as a DuckDB relation. */
  String relation(Scope scope) {
    List<List<@Nullable Object>> cells = rows.apply(scope);
    StringJoiner lists = new StringJoiner(", ");
    StringJoiner columns = new StringJoiner(", ");
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      ViewColumn column = new ViewColumn(field);
      for (List<@Nullable Object> row : cells) {
        column.add(row.get(i));
      }
      lists.add("unnest(" + column.list() + ") AS c" + i);
      columns.add(column.value("c" + i) + " AS " + DuckSql.name(field.name()));
    }
    // The first row gives the columns their types, and is taken off again.
    return "(SELECT " + columns + " FROM (SELECT " + lists + ") OFFSET 1)";
  }
}
