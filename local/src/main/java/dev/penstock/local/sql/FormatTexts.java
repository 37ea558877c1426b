package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import com.google.zetasql.ZetaSQLOptions.ProductMode;
import java.util.List;
import java.util.StringJoiner;

/** Translates FORMAT: each argument goes to Java as its type, its text and its literal. */
final class FormatTexts {
  private final Translation translation;

  FormatTexts(Translation translation) {
    this.translation = translation;
  }

  String sql(List<Argument> arguments) {
    StringJoiner call = new StringJoiner(", ", "bq_format(", ")");
    call.add(arguments.get(0).sql());
    for (Argument argument : arguments.subList(1, arguments.size())) {
      Type type = argument.type();
      String value = argument.sql();
      call.add("CASE WHEN " + value + " IS NULL THEN 'NULL' ELSE '" + tag(type) + "' END");
      call.add(text(type, value, false)).add(text(type, value, true));
    }
    return call.toString();
  }

  private static String tag(Type type) {
    return type.isArray() || type.isStruct()
        ? "nested"
        : type.typeName(ProductMode.PRODUCT_EXTERNAL);
  }

  private String text(Type type, String value, boolean literal) {
    return "coalesce(" + present(type, value, literal) + ", 'NULL')";
  }

  private String present(Type type, String value, boolean literal) {
    if (type.isArray()) {
      String element = translation.freshName("e");
      String texts =
          "list_transform("
              + value
              + ", lambda "
              + element
              + ": "
              + text(type.asArray().getElementType(), element, literal)
              + ")";
      return "CASE WHEN len("
          + value
          + ") = 0 THEN '[]' ELSE '[' || array_to_string("
          + texts
          + ", ', ') || ']' END";
    }
    if (type.isStruct()) {
      return struct(type.asStruct(), value, literal);
    }
    String plain =
        switch (type.getKind()) {
          case TYPE_STRING, TYPE_JSON, TYPE_GEOGRAPHY -> value;
          case TYPE_BYTES -> "hex(" + value + ")";
          default -> translation.expressions().casts().text(type, value);
        };
    return (literal ? "bq_literal('" : "bq_shown('") + tag(type) + "', " + plain + ")";
  }

  private String struct(StructType type, String value, boolean literal) {
    String open = literal && type.getFieldCount() == 1 ? "'STRUCT('" : "'('";
    StringJoiner fields = new StringJoiner(" || ', ' || ", open + " || ", " || ')'");
    fields.setEmptyValue(open + " || ')'");
    for (int i = 0; i < type.getFieldCount(); i++) {
      String field =
          "struct_extract(" + value + ", " + DuckSql.text(DuckTypes.fieldName(type, i)) + ")";
      fields.add(text(type.getField(i).getType(), field, literal));
    }
    return "CASE WHEN " + value + " IS NOT NULL THEN " + fields + " END";
  }
}
