package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Equality where DuckDB's differs: a NULL field makes the equality of STRUCTs NULL unless another
 * field decides it, and NaN equals nothing. One owner thread.
 */
final class Equality {
  private final Translation translation;

  Equality(Translation translation) {
    this.translation = translation;
  }

  /** Whether DuckDB's own equality of a type is right. */
  static boolean isPlain(Type type) {
    return !type.isDouble() && !type.isStruct() && !type.isArray();
  }

  /** Whether two values are equal: true, false or NULL. */
  String sql(Argument left, Argument right) {
    if (!left.type().isStruct()) {
      return translation.functions().expand("$equal", List.of(left, right), Map.of());
    }
    List<String> fields = new ArrayList<>(List.of("TRUE"));
    for (int i = 0; i < left.type().asStruct().getFieldCount(); i++) {
      fields.add(sql(field(left, i), field(right, i)));
    }
    return "CASE WHEN "
        + left.sql()
        + " IS NOT NULL AND "
        + right.sql()
        + " IS NOT NULL THEN "
        + String.join(" AND ", fields)
        + " END";
  }

  private static Argument field(Argument struct, int index) {
    StructType type = struct.type().asStruct();
    String name = DuckSql.text(DuckTypes.fieldName(type, index));
    return new Argument(
        type.getField(index).getType(), "struct_extract(" + struct.sql() + ", " + name + ")", null);
  }

  /** STRUCT IN (…). */
  String in(Argument value, List<Argument> list) {
    return list.stream()
        .map(element -> sql(value, element))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  /** STRUCT IN UNNEST(array). */
  String inArray(Argument value, Argument array) {
    String element = translation.freshName("e");
    Type type = array.type().asArray().getElementType();
    String equal =
        "list_transform("
            + array.sql()
            + ", lambda "
            + element
            + ": "
            + sql(value, new Argument(type, element, null))
            + ")";
    return "CASE WHEN list_bool_or("
        + equal
        + ") THEN TRUE WHEN list_count("
        + equal
        + ") < len("
        + equal
        + ") THEN NULL ELSE FALSE END";
  }

  /** A value IN a subquery of one column. */
  String inQuery(Argument value, Argument column, String scan) {
    if (isPlain(value.type())) {
      return "(" + value.sql() + " IN (SELECT " + column.sql() + " FROM (" + scan + ")))";
    }
    if (value.type().isDouble()) {
      // NaN is left out of the set, where DuckDB would find it.
      String numbers = " WHERE isnan(" + column.sql() + ") IS NOT TRUE";
      return "("
          + value.sql()
          + " IN (SELECT "
          + column.sql()
          + " FROM ("
          + scan
          + ")"
          + numbers
          + "))";
    }
    return "(TRUE IN (SELECT " + sql(value, column) + " FROM (" + scan + ")))";
  }

  /** NULLIF. */
  String nullIf(Argument value, Argument other) {
    return "CASE WHEN " + sql(value, other) + " THEN NULL ELSE " + value.sql() + " END";
  }
}
