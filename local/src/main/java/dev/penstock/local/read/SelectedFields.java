package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The columns that a read asks for, in the order of the table (RA-005). */
public final class SelectedFields {
  private SelectedFields() {}

  /**
   * The columns of a table that names select, all for no names. A dotted name selects a field of a
   * STRUCT; a STRUCT whose own name is there is whole.
   *
   * @throws ServiceException 400 for a name that the table does not have
   */
  public static List<Field> of(List<Field> fields, Collection<String> names) {
    if (names.isEmpty()) {
      return fields;
    }
    Set<String> unknown = new LinkedHashSet<>();
    for (String name : names) {
      if (!exists(fields, name)) {
        unknown.add(name);
      }
    }
    if (!unknown.isEmpty()) {
      throw ServiceException.invalid(
          "The following selected fields do not exist in the table schema: "
              + String.join(", ", unknown));
    }
    return select(fields, names);
  }

  private static boolean exists(List<Field> fields, String name) {
    int dot = name.indexOf('.');
    Field field = find(fields, dot < 0 ? name : name.substring(0, dot));
    if (field == null || dot < 0) {
      return field != null;
    }
    return field.type() == FieldType.STRUCT && exists(field.fields(), name.substring(dot + 1));
  }

  private static @Nullable Field find(List<Field> fields, String name) {
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return field;
      }
    }
    return null;
  }

  private static List<Field> select(List<Field> fields, Collection<String> names) {
    Map<String, List<String>> inner = new LinkedHashMap<>();
    for (String name : names) {
      int dot = name.indexOf('.');
      String first = (dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
      List<String> rest = inner.computeIfAbsent(first, key -> new ArrayList<>());
      rest.add(dot < 0 ? "" : name.substring(dot + 1));
    }
    List<Field> selected = new ArrayList<>();
    for (Field field : fields) {
      List<String> rest = inner.get(field.name().toLowerCase(Locale.ROOT));
      if (rest != null) {
        selected.add(rest.contains("") ? field : with(field, select(field.fields(), rest)));
      }
    }
    return selected;
  }

  private static Field with(Field field, List<Field> children) {
    return new Field(
        field.name(),
        field.type(),
        field.mode(),
        children,
        field.precision(),
        field.scale(),
        field.maxLength(),
        field.description(),
        field.defaultValueExpression(),
        List.of(),
        false);
  }
}
