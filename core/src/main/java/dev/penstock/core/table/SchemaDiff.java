package dev.penstock.core.table;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares a table with what rows need. */
final class SchemaDiff {
  private SchemaDiff() {}

  /** The columns that are still missing; another writer may have added some meanwhile. */
  static SchemaPlan additions(LiveTable live, List<NewColumn> wanted) {
    List<SchemaPlan.Step> steps = new ArrayList<>();
    for (NewColumn column : wanted) {
      List<Column> siblings = siblings(live, column);
      if (find(siblings, column.column().name()).isEmpty()) {
        steps.add(
            new SchemaPlan.Step.Add(new NewColumn(column.parentPath(), column.column().relaxed())));
      }
    }
    return new SchemaPlan(steps);
  }

  /** The REQUIRED columns outside the key, to be relaxed. */
  static SchemaPlan relaxations(LiveTable live) {
    return new SchemaPlan(
        requiredOutsideKey(live).stream()
            .<SchemaPlan.Step>map(SchemaPlan.Step.Relax::new)
            .toList());
  }

  /** Those of the named columns that are still REQUIRED. */
  static SchemaPlan relaxations(LiveTable live, List<String> columns) {
    return new SchemaPlan(
        columns.stream()
            .filter(
                name ->
                    live.schema()
                        .find(name)
                        .filter(column -> column.mode() == ColumnMode.REQUIRED)
                        .isPresent())
            .<SchemaPlan.Step>map(SchemaPlan.Step.Relax::new)
            .toList());
  }

  static List<String> requiredOutsideKey(LiveTable live) {
    return live.schema().columns().stream()
        .filter(column -> column.mode() == ColumnMode.REQUIRED)
        .map(Column::name)
        .filter(name -> !live.isKeyColumn(name))
        .toList();
  }

  private static List<Column> siblings(LiveTable live, NewColumn wanted) {
    List<Column> siblings = live.schema().columns();
    for (String name : wanted.parentPath()) {
      Column parent =
          find(siblings, name)
              .filter(column -> column.type() == ColumnType.STRUCT)
              .orElseThrow(
                  () ->
                      new IngestException(
                          ErrorCode.SCHEMA_MISMATCH,
                          "Column '"
                              + wanted.path()
                              + "' cannot be added to "
                              + live.destination()
                              + ": '"
                              + name
                              + "' is not a STRUCT there. Change the column's type, or map the"
                              + " field to another column."));
      siblings = parent.fields();
    }
    return siblings;
  }

  private static Optional<Column> find(List<Column> columns, String name) {
    return columns.stream().filter(column -> column.name().equalsIgnoreCase(name)).findFirst();
  }
}
