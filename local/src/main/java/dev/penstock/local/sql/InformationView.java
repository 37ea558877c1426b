package dev.penstock.local.sql;

import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
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
    List<@Nullable Object> none = new ArrayList<>();
    fields.forEach(field -> none.add(null));
    StringJoiner lines = new StringJoiner(", ");
    // The first line gives the columns their types, and is taken off again.
    lines.add(line(none, true));
    rows.apply(scope).forEach(row -> lines.add(line(row, false)));
    StringJoiner names = new StringJoiner(", ");
    fields.forEach(field -> names.add(DuckSql.name(field.name())));
    return "(SELECT * FROM (VALUES " + lines + ") AS v(" + names + ") OFFSET 1)";
  }

  private String line(List<@Nullable Object> row, boolean typed) {
    StringJoiner items = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < fields.size(); i++) {
      String cell = cell(row.get(i), fields.get(i));
      items.add(
          typed
              ? "CAST(" + cell + " AS " + DuckTypes.of(FieldTypes.toType(fields.get(i))) + ")"
              : cell);
    }
    return items.toString();
  }

  private static String cell(@Nullable Object value, Field field) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof List<?> values) {
      return field.mode() == Mode.REPEATED ? array(values, field.element()) : struct(values, field);
    }
    if (value instanceof Boolean truth) {
      return truth.toString();
    }
    if (value instanceof String text) {
      return DuckSql.text(text);
    }
    if (value instanceof Long number) {
      return Literals.int64(number);
    }
    if (value instanceof Instant instant) {
      return Literals.timestamp(TimeTexts.micros(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)));
    }
    throw new AssertionError(value);
  }

  private static String array(List<?> values, Field element) {
    StringJoiner items = new StringJoiner(", ", "[", "]");
    values.forEach(value -> items.add(cell(value, element)));
    return items.toString();
  }

  private static String struct(List<?> values, Field field) {
    StringJoiner items = new StringJoiner(", ", "struct_pack(", ")");
    for (int i = 0; i < values.size(); i++) {
      Field child = field.fields().get(i);
      items.add(DuckSql.name(child.name()) + " := " + cell(values.get(i), child));
    }
    return items.toString();
  }
}
