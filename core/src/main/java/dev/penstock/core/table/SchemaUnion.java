package dev.penstock.core.table;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of a table together with those of rows, at all levels: nothing is dropped, moved or
 * made narrower, and a table that has more is fine. One use.
 */
final class SchemaUnion {
  private final LiveTable live;
  private final TablePolicy policy;
  private final Set<String> defaulted;
  private final List<SchemaPlan.Step> steps = new ArrayList<>();
  private final List<String> conflicts = new ArrayList<>();

  private SchemaUnion(LiveTable live, TablePolicy policy) {
    this.live = live;
    this.policy = policy;
    this.defaulted = Names.fold(live.defaultedColumns());
  }

  /**
   * The steps to a table that holds rows of exactly these columns, as far as the policy allows
   * them. Columns that may not be added are left out, and REQUIRED stays where it may not go.
   *
   * @throws IngestException SCHEMA_MISMATCH when a column has another type, and none that holds
   *     both
   */
  static SchemaPlan plan(LiveTable live, List<Column> rows, TablePolicy policy) {
    SchemaUnion union = new SchemaUnion(live, policy);
    union.fields(List.of(), live.schema(), rows);
    if (!union.conflicts.isEmpty()) {
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "Table "
              + live.destination()
              + " does not hold the rows: "
              + String.join("; ", union.conflicts)
              + ". Change the type on one side, or write to another table.");
    }
    return new SchemaPlan(union.steps);
  }

  /**
   * Only what rows need that are converted to the types of the table: REQUIRED columns that they
   * may leave empty, and types and parameters that are too narrow.
   */
  static SchemaPlan loosened(LiveTable live, List<Column> rows, TablePolicy policy) {
    SchemaUnion union = new SchemaUnion(live, policy.toBuilder().addColumns(false).build());
    union.fields(List.of(), live.schema(), rows);
    return new SchemaPlan(union.steps);
  }

  private void fields(List<String> parent, TableSchema present, List<Column> rows) {
    Set<String> names = new HashSet<>();
    for (Column column : rows) {
      names.add(Names.fold(column.name()));
      Optional<Column> found = present.find(column.name());
      if (found.isPresent()) {
        both(parent, found.get(), column);
      } else if (policy.addColumns()) {
        steps.add(new SchemaPlan.Step.Add(new NewColumn(parent, column.relaxed())));
      }
    }
    for (Column column : present.columns()) {
      if (!names.contains(Names.fold(column.name())) && !isFilled(parent, column)) {
        relax(parent, column);
      }
    }
  }

  private boolean isFilled(List<String> parent, Column column) {
    return parent.isEmpty() && defaulted.contains(Names.fold(column.name()));
  }

  private void both(List<String> parent, Column found, Column column) {
    boolean wasList = found.mode() == ColumnMode.REPEATED;
    if (wasList != (column.mode() == ColumnMode.REPEATED)) {
      conflict(parent, found, column);
      return;
    }
    if (column.mode() == ColumnMode.NULLABLE) {
      relax(parent, found);
    }
    if (found.type() == ColumnType.STRUCT && column.type() == ColumnType.STRUCT) {
      List<String> path = new ArrayList<>(parent);
      path.add(found.name());
      fields(path, new TableSchema(found.fields()), column.fields());
    } else if (!found.isSameType(column)) {
      retype(parent, found, column);
    } else if (policy.widenTypes()) {
      Widening.resized(found, column)
          .ifPresent(wider -> steps.add(new SchemaPlan.Step.Resize(path(parent, found), wider)));
    }
  }

  private void relax(List<String> parent, Column found) {
    boolean isKey = parent.isEmpty() && live.isKeyColumn(found.name());
    if (policy.relaxRequired() && found.mode() == ColumnMode.REQUIRED && !isKey) {
      steps.add(new SchemaPlan.Step.Relax(path(parent, found)));
    }
  }

  private void retype(List<String> parent, Column found, Column column) {
    Optional<Column> wider = Widening.retyped(found, column);
    // SQL changes the type of a top-level column only, and REST of none (RT-051, SQ-028).
    if (policy.widenTypes() && parent.isEmpty() && wider.isPresent()) {
      steps.add(new SchemaPlan.Step.Retype(found, wider.get()));
    } else {
      conflict(parent, found, column);
    }
  }

  private void conflict(List<String> parent, Column found, Column column) {
    conflicts.add(
        "column '"
            + path(parent, found)
            + "' is "
            + found.sqlType()
            + " there and "
            + column.sqlType()
            + " in the rows");
  }

  private static String path(List<String> parent, Column column) {
    return new NewColumn(parent, column).path();
  }

  /**
   * Why a table does not hold rows of a schema, in words; empty when it does. It may have more
   * columns, as long as rows need not fill them, and more room in them.
   */
  static List<String> differences(LiveTable live, TableSchema wanted) {
    List<String> differences = new ArrayList<>();
    compare("", live.schema(), wanted, live.defaultedColumns(), differences);
    return differences;
  }

  private static void compare(
      String parent,
      TableSchema live,
      TableSchema wanted,
      List<String> defaulted,
      List<String> differences) {
    for (Column column : wanted.columns()) {
      String path = parent + column.name();
      Optional<Column> found = live.find(column.name());
      if (found.isEmpty()) {
        differences.add("'" + path + "' is missing");
      } else if (!holds(found.get(), column)) {
        differences.add(
            "'" + path + "' is " + found.get().sqlType() + " and not " + column.sqlType());
      } else if (column.type() == ColumnType.STRUCT) {
        compare(
            path + ".",
            new TableSchema(found.get().fields()),
            new TableSchema(column.fields()),
            List.of(),
            differences);
      }
    }
    for (Column column : live.columns()) {
      if (column.mode() == ColumnMode.REQUIRED
          && wanted.find(column.name()).isEmpty()
          && defaulted.stream().noneMatch(column.name()::equalsIgnoreCase)) {
        differences.add("'" + parent + column.name() + "' is REQUIRED");
      }
    }
  }

  /** Whether every value of a column fits into another; fields aside. */
  private static boolean holds(Column live, Column wanted) {
    boolean sameMode =
        live.mode() == wanted.mode()
            || (live.mode() == ColumnMode.NULLABLE && wanted.mode() == ColumnMode.REQUIRED);
    return sameMode && live.isSameType(wanted) && Widening.hasRoom(live, wanted);
  }
}
