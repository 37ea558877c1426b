package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one column of a view, the first of them NULL. Those of a plain type are one text,
 * since DuckDB takes far longer to read many literals than to cut one into pieces. One owner
 * thread.
 */
final class ViewColumn {
  private static final String BETWEEN = "\u001f";
  private static final String ESCAPE = "\u001b";
  private static final String NULL = ESCAPE + "n";
  private static final String ESCAPED_BETWEEN = ESCAPE + "b";
  private static final String ESCAPED_ESCAPE = ESCAPE + "e";

  private final Field field;
  private final String type;
  private final boolean plain;
  private final StringBuilder cells;

  ViewColumn(Field field) {
    this.field = field;
    this.type = DuckTypes.of(FieldTypes.toType(field));
    this.plain = field.mode() != Mode.REPEATED && field.fields().isEmpty();
    this.cells = new StringBuilder(plain ? NULL : "CAST(NULL AS " + type + ")");
  }

  void add(@Nullable Object value) {
    if (plain) {
      cells.append(BETWEEN).append(value == null ? NULL : text(value));
    } else {
      cells.append(", ").append(cell(value, field));
    }
  }

  /** The list of the cells, in SQL. */
  String list() {
    return plain
        ? "string_split(" + DuckSql.text(cells.toString()) + ", '" + BETWEEN + "')"
        : "[" + cells + "]";
  }

  /** The value of an element of that list. */
  String value(String element) {
    if (!plain) {
      return element;
    }
    String text = "nullif(" + element + ", '" + NULL + "')";
    return switch (field.type()) {
      case TIMESTAMP -> "make_timestamptz(CAST(" + text + " AS BIGINT))";
      case STRING ->
          "replace(replace(%s, '%s', '%s'), '%s', '%s')"
              .formatted(text, ESCAPED_BETWEEN, BETWEEN, ESCAPED_ESCAPE, ESCAPE);
      case BOOL, INT64 -> "CAST(" + text + " AS " + type + ")";
      case FLOAT64,
          NUMERIC,
          BIGNUMERIC,
          BYTES,
          DATE,
          TIME,
          DATETIME,
          GEOGRAPHY,
          JSON,
          INTERVAL,
          RANGE,
          STRUCT ->
          throw new AssertionError(field);
    };
  }

  private static String text(Object value) {
    if (value instanceof String text) {
      return text.replace(ESCAPE, ESCAPED_ESCAPE).replace(BETWEEN, ESCAPED_BETWEEN);
    }
    return value instanceof Instant instant ? "" + micros(instant) : value.toString();
  }

  private static long micros(Instant instant) {
    return TimeTexts.micros(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
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
      return Literals.timestamp(micros(instant));
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
