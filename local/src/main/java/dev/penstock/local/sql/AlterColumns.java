package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAlterColumnSetDataTypeAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDropColumnAction;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRenameColumnAction;
import dev.penstock.local.catalog.ColumnRename;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What ALTER TABLE may do to columns that are there (SQ-028, SQ-030, SQ-031). */
final class AlterColumns {
  /** SQ-028. */
  private static final Map<FieldType, Set<FieldType>> WIDER = wider();

  private AlterColumns() {}

  private static Map<FieldType, Set<FieldType>> wider() {
    Map<FieldType, Set<FieldType>> wider = new EnumMap<>(FieldType.class);
    wider.put(
        FieldType.INT64, EnumSet.of(FieldType.NUMERIC, FieldType.BIGNUMERIC, FieldType.FLOAT64));
    wider.put(FieldType.NUMERIC, EnumSet.of(FieldType.BIGNUMERIC, FieldType.FLOAT64));
    return wider;
  }

  static void drop(TableDraft draft, ResolvedDropColumnAction action) {
    int position = position(draft, action.getName());
    if (position < 0 && action.getIsIfExists()) {
      return;
    }
    requireFree(draft, action.getName(), "drop");
    if (draft.fields.size() == 1) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE DROP COLUMN cannot drop the only column " + action.getName());
    }
    draft.fields.remove(position);
  }

  static void rename(TableDraft draft, ResolvedRenameColumnAction action) {
    int position = position(draft, action.getName());
    if (position < 0 && action.getIsIfExists()) {
      return;
    }
    requireFree(draft, action.getName(), "rename");
    if (position(draft, action.getNewName()) >= 0
        && !action.getName().equalsIgnoreCase(action.getNewName())) {
      throw ServiceException.invalidQuery("Column already exists: " + action.getNewName());
    }
    Field before = draft.fields.get(position);
    draft.renames.add(new ColumnRename(before.name(), action.getNewName()));
    draft.fields.set(position, ColumnDefinitions.named(before, action.getNewName()));
  }

  /** SQ-030. */
  private static void requireFree(TableDraft draft, String column, String verb) {
    if (position(draft, column) < 0) {
      throw ServiceException.invalidQuery("Column not found: " + column);
    }
    String role = null;
    if (draft.partitioning != null && column.equalsIgnoreCase(draft.partitioning.field())) {
      role = "partitioning";
    } else if (draft.clustering.stream().anyMatch(column::equalsIgnoreCase)) {
      role = "clustering";
    } else if (draft.primaryKey.stream().anyMatch(column::equalsIgnoreCase)) {
      role = "primary key";
    }
    if (role != null) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE cannot " + verb + " " + role + " column " + column);
    }
  }

  /** Whether a column gets another type and not only other parameters. */
  static boolean isOtherType(TableMetadata table, ResolvedAlterColumnSetDataTypeAction action) {
    Field before = Field.find(table.fields(), action.getColumn());
    return before != null
        && FieldTypes.toField(action.getColumn(), action.getUpdatedType()).type() != before.type();
  }

  static Field retyped(Field before, ResolvedAlterColumnSetDataTypeAction action) {
    Field after =
        ColumnDefinitions.typed(before, action.getUpdatedType(), action.getUpdatedTypeParameters());
    if (before.type() == after.type() && before.mode() == after.mode()) {
      return after;
    }
    boolean parameters = after.precision() != null || after.maxLength() != null;
    boolean widens = WIDER.getOrDefault(before.type(), Set.of()).contains(after.type());
    if (!widens || before.mode() != after.mode()) {
      throw ServiceException.invalidQuery(
          "ALTER TABLE ALTER COLUMN SET DATA TYPE requires that the existing column type ("
              + DataTypes.text(before)
              + ") is assignable to the new type ("
              + DataTypes.text(after)
              + ")");
    }
    if (parameters) {
      throw ServiceException.notSupported("SQL SET DATA TYPE to another type with parameters");
    }
    return after;
  }

  private static int position(TableDraft draft, String column) {
    for (int i = 0; i < draft.fields.size(); i++) {
      if (draft.fields.get(i).name().equalsIgnoreCase(column)) {
        return i;
      }
    }
    return -1;
  }
}
