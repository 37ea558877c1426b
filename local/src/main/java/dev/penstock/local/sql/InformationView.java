package dev.penstock.local.sql;

import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One view of INFORMATION_SCHEMA. Immutable.
 *
 * @param name its name
 * @param ofProject whether it lists a project's datasets instead of a dataset's tables
 * @param fields its columns
 * @param rows the rows for datasets, cells in the order of the columns
 */
record InformationView(
    String name,
    boolean ofProject,
    List<Field> fields,
    Function<List<DatasetMetadata>, List<List<@Nullable Object>>> rows) {
  InformationView {
    fields = List.copyOf(fields);
  }

  /** The rows as a DuckDB relation. */
  String relation(List<DatasetMetadata> datasets) {
    List<List<@Nullable Object>> cells = rows.apply(datasets);
    List<String> selects = new ArrayList<>();
    for (List<@Nullable Object> row : cells) {
      selects.add("SELECT " + items(row));
    }
    if (selects.isEmpty()) {
      List<@Nullable Object> none = new ArrayList<>();
      fields.forEach(field -> none.add(null));
      return "(SELECT " + items(none) + " WHERE FALSE)";
    }
    return "(" + String.join(" UNION ALL ", selects) + ")";
  }

  private String items(List<@Nullable Object> row) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      items.add(
          "CAST("
              + cell(row.get(i))
              + " AS "
              + DuckTypes.of(FieldTypes.toType(field))
              + ") AS "
              + DuckSql.name(field.name()));
    }
    return String.join(", ", items);
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "NULL";
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
}
