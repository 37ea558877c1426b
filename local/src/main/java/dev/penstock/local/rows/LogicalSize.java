package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.ArrayList;
import java.util.List;

/**
 * How many bytes values have by the service's rules for sizes: a fixed number for most types, 2 and
 * the length of texts in UTF-8 and of bytes, the fields of a STRUCT, the elements of an ARRAY, and
 * nothing for NULL.
 *
 * @see <a href="https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types">sizes of
 *     types</a>
 */
public final class LogicalSize {
  private LogicalSize() {}

  /** A DuckDB expression for the bytes of some columns over all rows. */
  public static String sum(List<Field> columns) {
    return total(columns.stream().map(LogicalSize::sum).toList());
  }

  /** Counting is far cheaper than adding: a column of a fixed size is not even read. */
  private static String sum(Field column) {
    String name = PhysicalType.quote(column.name());
    int fixed = column.mode() == Mode.REPEATED ? 0 : fixedSize(column.type());
    return fixed > 0
        ? fixed + " * count(" + name + ")"
        : "coalesce(sum(" + of(column, name, 0) + "), 0)";
  }

  /**
   * A DuckDB expression for the bytes of a row.
   *
   * @param columns how the fields are spelled in the relation, in their order
   */
  public static String ofRow(List<Field> fields, List<String> columns) {
    List<String> sizes = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      sizes.add(of(fields.get(i), columns.get(i), 0));
    }
    return "CAST(" + total(sizes) + " AS BIGINT)";
  }

  /** The sum of many values, nested as little as can be: DuckDB's parser takes a depth of 1000. */
  private static String total(List<String> values) {
    int size = values.size();
    if (size < 2) {
      return size == 0 ? "0" : values.get(0);
    }
    return "("
        + total(values.subList(0, size / 2))
        + " + "
        + total(values.subList(size / 2, size))
        + ")";
  }

  private static String of(Field field, String value, int depth) {
    if (field.mode() != Mode.REPEATED) {
      return "CASE WHEN " + value + " IS NULL THEN 0 ELSE " + present(field, value, depth) + " END";
    }
    String element = "element_" + depth;
    return "coalesce(list_sum(list_transform("
        + value
        + ", lambda "
        + element
        + ": "
        + of(field.element(), element, depth + 1)
        + ")), 0)";
  }

  /** The bytes of each value of a type; 0 for a type whose values differ. */
  private static int fixedSize(FieldType type) {
    return switch (type) {
      case BOOL -> 1;
      case INT64, FLOAT64, DATE, TIME, DATETIME, TIMESTAMP -> 8;
      case NUMERIC, INTERVAL, RANGE -> 16;
      case BIGNUMERIC -> 32;
      case STRING, JSON, BYTES, GEOGRAPHY, STRUCT -> 0;
    };
  }

  private static String present(Field field, String value, int depth) {
    return switch (field.type()) {
      case BOOL,
          INT64,
          FLOAT64,
          DATE,
          TIME,
          DATETIME,
          TIMESTAMP,
          NUMERIC,
          INTERVAL,
          RANGE,
          BIGNUMERIC ->
          Integer.toString(fixedSize(field.type()));
      case STRING -> "2 + strlen(" + value + ")";
      case JSON -> "strlen(CAST(" + value + " AS VARCHAR))";
      case BYTES -> "2 + octet_length(" + value + ")";
      case GEOGRAPHY ->
          "16 + 24 * len(regexp_extract_all(" + value + ", '[-+.0-9eE]+ [-+.0-9eE]+'))";
      case STRUCT ->
          total(
              field.fields().stream()
                  .map(
                      child ->
                          of(
                              child,
                              "struct_extract("
                                  + value
                                  + ", '"
                                  + child.name().replace("'", "''")
                                  + "')",
                              depth))
                  .toList());
    };
  }
}
