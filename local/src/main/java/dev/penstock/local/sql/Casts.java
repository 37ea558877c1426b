package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ZetaSQLOptions.ProductMode;
import com.google.zetasql.ZetaSQLType.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Translates casts between types, element by element for arrays and structs. */
final class Casts {
  private final Translation translation;

  Casts(Translation translation) {
    this.translation = translation;
  }

  /** A value as STRING. */
  String text(Type from, String value) {
    return sql(from, TypeFactory.createSimpleType(TypeKind.TYPE_STRING), value);
  }

  /** The name of a lambda's parameter that the statement uses nowhere else. */
  String freshName() {
    return translation.freshName("e");
  }

  /** A value of one type as another. */
  String sql(Type from, Type to, String value) {
    if (from.equals(to)) {
      return value;
    }
    if (from.isArray() && to.isArray()) {
      String element = freshName();
      return "list_transform("
          + value
          + ", lambda "
          + element
          + ": "
          + sql(from.asArray().getElementType(), to.asArray().getElementType(), element)
          + ")";
    }
    if (from.isStruct() && to.isStruct()) {
      return struct(from.asStruct(), to.asStruct(), value);
    }
    String name = "cast." + to.typeName(ProductMode.PRODUCT_EXTERNAL);
    return translation
        .functions()
        .expand(name, List.of(new Argument(from, value, null)), Map.of("type", DuckTypes.of(to)));
  }

  private String struct(StructType from, StructType to, String value) {
    StringJoiner fields = new StringJoiner(", ", "struct_pack(", ")");
    for (int i = 0; i < to.getFieldCount(); i++) {
      String field =
          "struct_extract(" + value + ", " + DuckSql.text(DuckTypes.fieldName(from, i)) + ")";
      fields.add(
          DuckSql.name(DuckTypes.fieldName(to, i))
              + " := "
              + sql(from.getField(i).getType(), to.getField(i).getType(), field));
    }
    return "CASE WHEN " + value + " IS NULL THEN NULL ELSE " + fields + " END";
  }
}
