package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.StructType.StructField;
import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ZetaSQLOptions.ProductMode;
import com.google.zetasql.ZetaSQLType.TypeKind;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Converts between columns of the catalog and types of the analyzer. */
final class FieldTypes {
  private static final Map<FieldType, TypeKind> KINDS = kinds();

  private FieldTypes() {}

  private static Map<FieldType, TypeKind> kinds() {
    Map<FieldType, TypeKind> kinds = new EnumMap<>(FieldType.class);
    kinds.put(FieldType.BOOL, TypeKind.TYPE_BOOL);
    kinds.put(FieldType.INT64, TypeKind.TYPE_INT64);
    kinds.put(FieldType.FLOAT64, TypeKind.TYPE_DOUBLE);
    kinds.put(FieldType.NUMERIC, TypeKind.TYPE_NUMERIC);
    kinds.put(FieldType.BIGNUMERIC, TypeKind.TYPE_BIGNUMERIC);
    kinds.put(FieldType.STRING, TypeKind.TYPE_STRING);
    kinds.put(FieldType.BYTES, TypeKind.TYPE_BYTES);
    kinds.put(FieldType.DATE, TypeKind.TYPE_DATE);
    kinds.put(FieldType.TIME, TypeKind.TYPE_TIME);
    kinds.put(FieldType.DATETIME, TypeKind.TYPE_DATETIME);
    kinds.put(FieldType.TIMESTAMP, TypeKind.TYPE_TIMESTAMP);
    kinds.put(FieldType.JSON, TypeKind.TYPE_JSON);
    kinds.put(FieldType.GEOGRAPHY, TypeKind.TYPE_GEOGRAPHY);
    kinds.put(FieldType.INTERVAL, TypeKind.TYPE_INTERVAL);
    return kinds;
  }

  /** The analyzer's type of a column, an array for a REPEATED one. */
  static Type toType(Field field) {
    Type element = elementType(field);
    return field.mode() == Mode.REPEATED ? TypeFactory.createArrayType(element) : element;
  }

  private static Type elementType(Field field) {
    if (field.type() == FieldType.STRUCT) {
      List<StructField> fields = new ArrayList<>();
      for (Field child : field.fields()) {
        fields.add(new StructField(child.name(), toType(child)));
      }
      return TypeFactory.createStructType(fields);
    }
    if (field.type() == FieldType.RANGE) {
      return TypeFactory.createRangeType(
          TypeFactory.createSimpleType(KINDS.get(field.rangeElement())));
    }
    TypeKind kind = KINDS.get(field.type());
    if (kind == null) {
      throw ServiceException.notSupported("SQL on a column of type " + field.type());
    }
    return TypeFactory.createSimpleType(kind);
  }

  /** A NULLABLE or REPEATED column of a type. */
  static Field toField(String name, Type type) {
    if (type.isArray()) {
      Field element = toField(name, type.asArray().getElementType());
      return new Field(
          name,
          element.type(),
          Mode.REPEATED,
          element.fields(),
          null,
          null,
          null,
          null,
          null,
          List.of(),
          false);
    }
    if (type.isStruct()) {
      return new Field(
          name,
          FieldType.STRUCT,
          Mode.NULLABLE,
          structFields(type.asStruct()),
          null,
          null,
          null,
          null,
          null,
          List.of(),
          false);
    }
    if (type.isRange()) {
      FieldType element = toField(name, type.asRange().getElementType()).type();
      return Field.ofRange(name, element, Mode.NULLABLE);
    }
    for (Map.Entry<FieldType, TypeKind> entry : KINDS.entrySet()) {
      if (entry.getValue() == type.getKind()) {
        return Field.of(name, entry.getKey(), Mode.NULLABLE);
      }
    }
    throw ServiceException.notSupported("SQL type " + type.typeName(ProductMode.PRODUCT_EXTERNAL));
  }

  private static List<Field> structFields(StructType type) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      String name = type.getField(i).getName();
      // The service names unnamed fields so in a result schema.
      fields.add(toField(name.isEmpty() ? "_field_" + (i + 1) : name, type.getField(i).getType()));
    }
    return fields;
  }
}
