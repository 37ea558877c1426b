package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes values of any type as JSON text, as TO_JSON_STRING does; as TO_JSON does, every number is
 * a JSON number. One owner thread.
 */
final class JsonTexts {
  /** Beyond this an INT64 is written as a string, because JavaScript would round it. */
  private static final String MAX_EXACT = "9007199254740992";

  private final Translation translation;
  private final boolean asValue;

  JsonTexts(Translation translation, boolean asValue) {
    this.translation = translation;
    this.asValue = asValue;
  }

  /** The JSON text of a value, {@code null} for NULL. */
  String sql(Type type, String value) {
    return "coalesce(" + present(type, value) + ", 'null')";
  }

  private String present(Type type, String value) {
    if (type.isArray()) {
      String element = translation.freshName("e");
      return "'[' || array_to_string(list_transform("
          + value
          + ", lambda "
          + element
          + ": "
          + sql(type.asArray().getElementType(), element)
          + "), ',') || ']'";
    }
    if (type.isStruct()) {
      return "CASE WHEN " + value + " IS NOT NULL THEN " + struct(type.asStruct(), value) + " END";
    }
    return scalar(type, value);
  }

  private String struct(StructType type, String value) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      String field =
          "struct_extract(" + value + ", " + DuckSql.text(DuckTypes.fieldName(type, i)) + ")";
      String key = JsonPaths.quote(type.getField(i).getName()) + ":";
      members.add(DuckSql.text(key) + " || " + sql(type.getField(i).getType(), field));
    }
    return "'{' || " + (members.isEmpty() ? "''" : String.join(" || ',' || ", members)) + " || '}'";
  }

  private String scalar(Type type, String value) {
    if (asValue && (type.isInt64() || type.isNumeric())) {
      return unquoted(type, value);
    }
    String text = quoted(type, value);
    return switch (type.getKind()) {
      case TYPE_INT64 ->
          "CASE WHEN "
              + value
              + " BETWEEN -"
              + MAX_EXACT
              + " AND "
              + MAX_EXACT
              + " THEN "
              + unquoted(type, value)
              + " ELSE "
              + text
              + " END";
      case TYPE_DOUBLE ->
          "CASE WHEN isfinite("
              + value
              + ") THEN "
              + (asValue ? "bq_json_float(" + value + ")" : unquoted(type, value))
              + " WHEN isnan("
              + value
              + ") THEN '\"NaN\"' WHEN "
              + value
              + " > 0 THEN '\"Infinity\"' WHEN "
              + value
              + " < 0 THEN '\"-Infinity\"' END";
      case TYPE_BOOL -> unquoted(type, value);
      case TYPE_NUMERIC ->
          "CASE WHEN "
              + value
              + " BETWEEN -"
              + MAX_EXACT
              + " AND "
              + MAX_EXACT
              + " AND "
              + value
              + " = trunc("
              + value
              + ") THEN "
              + unquoted(type, value)
              + " ELSE "
              + text
              + " END";
      case TYPE_BIGNUMERIC -> {
        if (asValue) {
          throw ServiceException.notSupported("SQL TO_JSON of BIGNUMERIC");
        }
        yield "CASE WHEN regexp_full_match("
            + value
            + ", '-?\\d{1,16}') AND abs(TRY_CAST("
            + value
            + " AS BIGINT)) <= "
            + MAX_EXACT
            + " THEN "
            + value
            + " ELSE bq_json_quote("
            + value
            + ") END";
      }
      case TYPE_INTERVAL -> "bq_json_quote(bq_interval_iso(" + unquoted(type, value) + "))";
      case TYPE_RANGE -> range(type, value);
      case TYPE_JSON -> value;
      case TYPE_BYTES -> "bq_json_quote(to_base64(" + value + "))";
      case TYPE_DATETIME -> "replace(" + text + ", ' ', 'T')";
      case TYPE_TIMESTAMP -> "replace(replace(" + text + ", ' ', 'T'), '+00\"', 'Z\"')";
      case TYPE_STRING, TYPE_DATE, TYPE_TIME, TYPE_GEOGRAPHY -> text;
      default -> throw ServiceException.notSupported("SQL TO_JSON_STRING of " + type.getKind());
    };
  }

  /** A member for each bound. */
  private String range(Type type, String value) {
    Type element = type.asRange().getElementType();
    Argument range = new Argument(type, value, null);
    String start = translation.functions().expand("range_start", List.of(range), Map.of());
    String end = translation.functions().expand("range_end", List.of(range), Map.of());
    return "CASE WHEN "
        + value
        + " IS NOT NULL THEN '{\"start\":' || "
        + sql(element, start)
        + " || ',\"end\":' || "
        + sql(element, end)
        + " || '}' END";
  }

  private String unquoted(Type type, String value) {
    return translation.expressions().casts().text(type, value);
  }

  private String quoted(Type type, String value) {
    return switch (type.getKind()) {
      case TYPE_STRING, TYPE_GEOGRAPHY -> "bq_json_quote(" + value + ")";
      case TYPE_INT64, TYPE_NUMERIC, TYPE_DATE, TYPE_TIME, TYPE_DATETIME, TYPE_TIMESTAMP ->
          "bq_json_quote(" + unquoted(type, value) + ")";
      default -> value;
    };
  }
}
