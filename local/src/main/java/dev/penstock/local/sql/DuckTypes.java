package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import com.google.zetasql.ZetaSQLOptions.ProductMode;
import com.google.zetasql.ZetaSQLType.TypeKind;
import dev.penstock.local.catalog.ServiceException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * The DuckDB types that translated expressions have. JSON, GEOGRAPHY, RANGE and BIGNUMERIC are
 * text: JSON as it prints, WKT, {@code [start, end)}, and plain decimal digits (DuckDB's decimals
 * end at 38 digits).
 */
final class DuckTypes {
  static final String NUMERIC = "DECIMAL(38,9)";

  private static final Map<TypeKind, String> SCALARS = scalars();

  private DuckTypes() {}

  private static Map<TypeKind, String> scalars() {
    Map<TypeKind, String> types = new EnumMap<>(TypeKind.class);
    types.put(TypeKind.TYPE_INT64, "BIGINT");
    types.put(TypeKind.TYPE_DOUBLE, "DOUBLE");
    types.put(TypeKind.TYPE_BOOL, "BOOLEAN");
    types.put(TypeKind.TYPE_NUMERIC, NUMERIC);
    types.put(TypeKind.TYPE_BIGNUMERIC, "VARCHAR");
    types.put(TypeKind.TYPE_STRING, "VARCHAR");
    types.put(TypeKind.TYPE_BYTES, "BLOB");
    types.put(TypeKind.TYPE_DATE, "DATE");
    types.put(TypeKind.TYPE_TIME, "TIME");
    types.put(TypeKind.TYPE_DATETIME, "TIMESTAMP");
    types.put(TypeKind.TYPE_TIMESTAMP, "TIMESTAMPTZ");
    types.put(TypeKind.TYPE_JSON, "VARCHAR");
    types.put(TypeKind.TYPE_GEOGRAPHY, "VARCHAR");
    types.put(TypeKind.TYPE_INTERVAL, "INTERVAL");
    types.put(TypeKind.TYPE_RANGE, "VARCHAR");
    types.put(TypeKind.TYPE_ENUM, "VARCHAR");
    return types;
  }

  /** The DuckDB type of expressions of a type. */
  static String of(Type type) {
    return spell(type, DuckTypes::scalar);
  }

  /** The DuckDB type of columns of a type, where INTERVAL is text. */
  static String ofStored(Type type) {
    return spell(type, scalar -> scalar.isInterval() ? "VARCHAR" : scalar(scalar));
  }

  /**
   * The type a nested value leaves DuckDB in. DuckDB's driver reads a nested TIMESTAMP in the zone
   * of this JVM, which has gaps; a TIMESTAMPTZ has none.
   */
  static String ofTransport(Type type) {
    return spell(type, scalar -> scalar.isDatetime() ? "TIMESTAMPTZ" : scalar(scalar));
  }

  /** The name of a STRUCT field in DuckDB, where names must be there and differ. */
  static String fieldName(StructType type, int index) {
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < index; i++) {
      taken.add(type.getField(i).getName().toLowerCase(Locale.ROOT));
    }
    String name = type.getField(index).getName();
    boolean usable = !name.isEmpty() && !taken.contains(name.toLowerCase(Locale.ROOT));
    return usable ? name : "_field_" + (index + 1);
  }

  private static String spell(Type type, Function<Type, String> scalar) {
    if (type.isArray()) {
      return spell(type.asArray().getElementType(), scalar) + "[]";
    }
    if (type.isStruct()) {
      StringJoiner fields = new StringJoiner(", ", "STRUCT(", ")");
      StructType struct = type.asStruct();
      for (int i = 0; i < struct.getFieldCount(); i++) {
        fields.add(
            DuckSql.name(fieldName(struct, i)) + " " + spell(struct.getField(i).getType(), scalar));
      }
      return fields.toString();
    }
    return scalar.apply(type);
  }

  private static String scalar(Type type) {
    String duckType = SCALARS.get(type.getKind());
    if (duckType == null) {
      throw ServiceException.notSupported(
          "SQL type " + type.typeName(ProductMode.PRODUCT_EXTERNAL));
    }
    return duckType;
  }
}
