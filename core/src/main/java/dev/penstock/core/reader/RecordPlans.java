package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.lang.invoke.LambdaConversionException;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds out how record classes are read, and gathers what cannot be. One use. */
final class RecordPlans {
  private static final String CURE =
      ". Use a number, boolean, text, date or time of java.time, UUID, byte[], record, Collection,"
          + " array or Map, or leave it out of the record.";

  private final List<String> refusals = new ArrayList<>();
  private final Set<Class<?>> open = new HashSet<>();

  List<String> refusals() {
    return refusals;
  }

  RecordReader root(Class<?> type) {
    return reader(type, "");
  }

  private RecordReader reader(Class<?> type, String parent) {
    List<RecordField> fields = new ArrayList<>();
    open.add(type);
    for (RecordComponent component : type.getRecordComponents()) {
      String name = component.getName();
      String path = parent.isEmpty() ? name : parent + "." + name;
      JavaForm form = form(component.getGenericType(), name, path);
      try {
        fields.add(RecordField.of(component, form));
      } catch (IllegalAccessException | LambdaConversionException e) {
        refusals.add(
            "Component '"
                + path
                + "' of "
                + type.getName()
                + " cannot be read from "
                + RecordPlans.class.getPackageName()
                + ". Open the package of the record to it.");
      }
    }
    open.remove(type);
    return new RecordReader(type, fields);
  }

  private JavaForm form(Type declared, String name, String path) {
    Class<?> type = rawType(declared);
    ValueKind kind = JavaKinds.find(type);
    if (kind != null) {
      return new JavaForm(JavaKinds.field(name, kind, type), path, null);
    }
    if (type.isRecord()) {
      return record(type, name, path);
    }
    if (type.isArray()) {
      Type element =
          declared instanceof GenericArrayType array
              ? array.getGenericComponentType()
              : type.getComponentType();
      return list(element, name, path);
    }
    if (Collection.class.isAssignableFrom(type) && arguments(declared).length == 1) {
      return list(arguments(declared)[0], name, path);
    }
    if (Map.class.isAssignableFrom(type) && arguments(declared).length == 2) {
      return map(arguments(declared), name, path);
    }
    refusals.add(
        "Component '"
            + path
            + "' is a "
            + declared.getTypeName()
            + ", which has no column type"
            + CURE);
    return new JavaForm(SourceField.of(name, ValueKind.TEXT, true), path, null);
  }

  private JavaForm record(Class<?> type, String name, String path) {
    if (open.contains(type)) {
      refusals.add(
          "Component '"
              + path
              + "' is a "
              + type.getName()
              + " inside of a "
              + type.getName()
              + ", and no table has columns without end. Leave it out of the record.");
      return new JavaForm(SourceField.of(name, ValueKind.TEXT, true), path, null);
    }
    RecordReader reader = reader(type, path);
    return new JavaForm(SourceField.struct(name, true, reader.fields()), path, reader);
  }

  private JavaForm list(Type elementType, String name, String path) {
    JavaForm element = form(elementType, "element", path);
    if (element.field().kind() == ValueKind.LIST) {
      refusals.add(
          "Component '"
              + path
              + "' is a list of lists, and BigQuery has no array of arrays. Wrap the inner list in"
              + " a record.");
    }
    return new JavaForm(
        SourceField.list(name, true, element.field()), path, new JavaLists(element));
  }

  /** A map is a list of structs of key and value. */
  private JavaForm map(Type[] arguments, String name, String path) {
    JavaForm key = form(arguments[0], "key", path + ".key");
    JavaForm value = form(arguments[1], "value", path + ".value");
    SourceField entry = SourceField.struct("element", false, List.of(key.field(), value.field()));
    JavaMaps entries = new JavaMaps(path, entry, key, value);
    return new JavaForm(SourceField.list(name, true, entry), path, entries);
  }

  private static Type[] arguments(Type declared) {
    return declared instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()
        : new Type[0];
  }

  private static Class<?> rawType(Type declared) {
    if (declared instanceof Class<?> type) {
      return type;
    }
    if (declared instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    if (declared instanceof WildcardType wildcard) {
      return rawType(wildcard.getUpperBounds()[0]);
    }
    return declared instanceof GenericArrayType array
        ? rawType(array.getGenericComponentType()).arrayType()
        : Object.class;
  }
}
