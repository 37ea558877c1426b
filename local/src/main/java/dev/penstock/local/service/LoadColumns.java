package dev.penstock.local.service;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which columns a table has after a job, and which of them the job's rows have. Immutable.
 *
 * @param table all columns of the table
 * @param read the columns of the rows, in their order, as the table defines them
 */
record LoadColumns(List<Field> table, List<Field> read) {
  LoadColumns {
    Field.requireDistinct(read);
  }

  /**
   * Decides it for a load job.
   *
   * @param before the table; null when there is none
   * @param ofFile the columns that the file declares; empty for none
   * @throws ServiceException 400 when the columns do not go together (RT-109, RT-111, LD-049)
   */
  static LoadColumns of(LoadSpec spec, @Nullable TableMetadata before, List<Field> ofFile) {
    List<Field> old = before == null ? List.of() : before.fields();
    List<Field> given = given(spec, old, ofFile);
    boolean replaced = spec.target().write() == WriteDisposition.WRITE_TRUNCATE;
    if (before == null || old.isEmpty() || replaced) {
      return new LoadColumns(given, given);
    }
    boolean skipUnknown = spec.schema() == null && spec.ignoreUnknown();
    return new Merge(before, spec.updates(), skipUnknown).columns(given);
  }

  /** Decides it for rows with the given columns that are added to a table. */
  static LoadColumns of(TableMetadata before, List<Field> given, SchemaUpdates updates) {
    return before.fields().isEmpty()
        ? new LoadColumns(given, given)
        : new Merge(before, updates, false).columns(given);
  }

  private static List<Field> given(LoadSpec spec, List<Field> old, List<Field> ofFile) {
    List<Field> schema = spec.schema();
    if (schema != null && !schema.isEmpty()) {
      return schema;
    }
    if (ofFile.isEmpty() && old.isEmpty()) {
      throw ServiceException.invalid("No schema specified on job or table.");
    }
    return ofFile.isEmpty() ? old : ofFile;
  }

  /** The columns of a table with those of a job put to them. */
  private record Merge(TableMetadata before, SchemaUpdates updates, boolean skipUnknown) {
    LoadColumns columns(List<Field> given) {
      List<Field> merged = merge(before.fields(), given, "");
      List<Field> read = new ArrayList<>();
      Map<String, Integer> positions = Field.positions(merged);
      for (Field field : given) {
        Integer column = positions.get(field.name());
        if (column != null) {
          read.add(merged.get(column));
        }
      }
      return new LoadColumns(merged, read);
    }

    private List<Field> merge(List<Field> columns, List<Field> given, String path) {
      List<Field> merged = new ArrayList<>();
      Map<String, Integer> present = Field.positions(columns);
      Map<String, Integer> wanted = Field.positions(given);
      for (Field column : columns) {
        Integer other = wanted.get(column.name());
        merged.add(other == null ? absent(column, path) : same(column, given.get(other), path));
      }
      for (Field field : given) {
        if (!present.containsKey(field.name()) && !skipUnknown) {
          merged.add(added(field, path + field.name()));
        }
      }
      return merged;
    }

    private Field absent(Field column, String path) {
      return column.mode() == Mode.REQUIRED && column.defaultValueExpression() == null
          ? relaxed(column, path + column.name())
          : column;
    }

    private Field relaxed(Field column, String name) {
      if (!updates.relaxFields()) {
        throw refused("Field " + name + " has changed mode from REQUIRED to NULLABLE");
      }
      return column.withMode(Mode.NULLABLE);
    }

    private Field same(Field column, Field given, String path) {
      String name = path + column.name();
      boolean otherRange =
          column.type() == FieldType.RANGE && !column.fields().equals(given.fields());
      if (column.type() != given.type() || otherRange) {
        throw refused(
            "Field "
                + name
                + " has changed type from "
                + column.type().restName()
                + " to "
                + given.type().restName());
      }
      boolean repeated = column.mode() == Mode.REPEATED;
      if (repeated != (given.mode() == Mode.REPEATED)) {
        throw refused(
            "Field " + name + " has changed mode from " + column.mode() + " to " + given.mode());
      }
      Field merged =
          column.type() == FieldType.STRUCT
              ? column.withFields(merge(column.fields(), given.fields(), name + "."))
              : column;
      return column.mode() == Mode.REQUIRED && given.mode() == Mode.NULLABLE
          ? relaxed(merged, name)
          : merged;
    }

    private Field added(Field field, String name) {
      if (!updates.addFields()) {
        throw refused("Cannot add fields (field: " + name + ")");
      }
      if (field.mode() == Mode.REQUIRED) {
        throw refused("Cannot add required fields to an existing schema. (field: " + name + ")");
      }
      return field;
    }

    private ServiceException refused(String text) {
      return ServiceException.invalid(
          "Provided Schema does not match Table " + before.id().legacy() + ". " + text);
    }
  }
}
