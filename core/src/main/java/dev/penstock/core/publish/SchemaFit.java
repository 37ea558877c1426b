package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.table.NewColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How the rows of a source go into a table that exists: what the table must get first, and the
 * columns that the rows are encoded for.
 *
 * @param rows the columns of the source with the names, types and parameters of the table
 * @param additions columns that the table lacks
 * @param relaxations REQUIRED columns that the rows may leave NULL
 * @param conversions columns whose values become another type, in words
 */
record SchemaFit(
    TableSchema rows,
    List<NewColumn> additions,
    List<String> relaxations,
    List<String> conversions) {
  SchemaFit {
    additions = List.copyOf(additions);
    relaxations = List.copyOf(relaxations);
    conversions = List.copyOf(conversions);
  }

  /**
   * Compares the source's columns with the table's.
   *
   * @param key columns that are never relaxed
   * @throws IngestException SCHEMA_MISMATCH, naming every column that does not fit
   */
  static SchemaFit of(PublishRequest request, ExistingTable live, List<String> key) {
    Comparison comparison = new Comparison(request, live, key);
    TableSchema rows = comparison.rows();
    comparison.checkMissing();
    comparison.refuseProblems();
    return new SchemaFit(
        rows,
        NewColumn.missing(live.spec().schema(), request.desired().schema()).stream()
            .map(column -> new NewColumn(column.parentPath(), column.column().relaxed()))
            .toList(),
        comparison.relaxations,
        comparison.conversions);
  }

  private static final class Comparison {
    private final Destination target;
    private final TableSchema source;
    private final ExistingTable live;
    private final boolean relax;
    private final Set<String> key;
    private final List<String> problems = new ArrayList<>();
    private final List<String> conversions = new ArrayList<>();
    private final List<String> relaxations = new ArrayList<>();

    Comparison(PublishRequest request, ExistingTable live, List<String> key) {
      this.target = request.target();
      this.source = request.desired().schema();
      this.live = live;
      this.relax = request.relax();
      this.key = Names.fold(key);
      this.key.addAll(Names.fold(live.spec().primaryKey()));
    }

    TableSchema rows() {
      List<Column> rows = new ArrayList<>();
      for (Column column : source.columns()) {
        Optional<Column> found = live.spec().schema().find(column.name());
        rows.add(found.isPresent() ? topLevel(column, found.get()) : column);
      }
      return new TableSchema(rows);
    }

    private Column topLevel(Column column, Column found) {
      Column fitted = fitted(found.name(), column, found);
      if (found.mode() != ColumnMode.REQUIRED || column.mode() == ColumnMode.REQUIRED) {
        return found.mode() == ColumnMode.NULLABLE ? fitted.withMode(column.mode()) : fitted;
      }
      if (isKey(found) || !relax) {
        return fitted;
      }
      relaxations.add(found.name());
      return fitted.withMode(ColumnMode.NULLABLE);
    }

    private boolean isKey(Column column) {
      return key.contains(Names.fold(column.name()));
    }

    private Column fitted(String path, Column column, Column found) {
      if ((column.mode() == ColumnMode.REPEATED) != (found.mode() == ColumnMode.REPEATED)) {
        refuse(path, column, found, "one is repeated and the other is not");
        return found;
      }
      if (column.type() == ColumnType.STRUCT && found.type() == ColumnType.STRUCT) {
        return found.withFields(fields(path, column, found));
      }
      Optional<String> refusal = Conversions.findRefusal(column, found);
      if (refusal.isPresent()) {
        refuse(path, column, found, refusal.get());
      } else if (!Conversions.isSameType(column, found)) {
        conversions.add(
            path + " from " + column.sqlType() + " to " + found.sqlType() + zoneOf(found));
      }
      return found;
    }

    private static String zoneOf(Column found) {
      return found.type() == ColumnType.TIMESTAMP || found.type() == ColumnType.DATETIME
          ? ", taking times without a zone as UTC"
          : "";
    }

    private List<Column> fields(String path, Column column, Column found) {
      TableSchema wanted = new TableSchema(column.fields());
      List<Column> fields = new ArrayList<>();
      for (Column field : found.fields()) {
        String fieldPath = path + "." + field.name();
        Optional<Column> match = wanted.find(field.name());
        if (match.isPresent()) {
          fields.add(fitted(fieldPath, match.get(), field));
        } else {
          fields.add(field);
          if (field.mode() == ColumnMode.REQUIRED) {
            problems.add("the table's field '" + fieldPath + "' is REQUIRED and the rows lack it");
          }
        }
      }
      TableSchema present = new TableSchema(found.fields());
      column.fields().stream()
          .filter(field -> present.find(field.name()).isEmpty())
          .map(Column::relaxed)
          .forEach(fields::add);
      return fields;
    }

    private void refuse(String path, Column column, Column found, String why) {
      problems.add(
          "'"
              + path
              + "' is "
              + column.sqlType()
              + " in the source and "
              + found.sqlType()
              + " in the table ("
              + why
              + ")");
    }

    void checkMissing() {
      for (Column column : live.spec().schema().columns()) {
        if (column.mode() != ColumnMode.REQUIRED
            || source.find(column.name()).isPresent()
            || live.defaulted().stream().anyMatch(column.name()::equalsIgnoreCase)) {
          continue;
        }
        if (relax && !isKey(column)) {
          relaxations.add(column.name());
        } else {
          problems.add(
              "the table's column '"
                  + column.name()
                  + "' is REQUIRED"
                  + (isKey(column) ? " and of its key" : "")
                  + ", and the rows lack it");
        }
      }
    }

    void refuseProblems() {
      if (!problems.isEmpty()) {
        throw new IngestException(
            ErrorCode.SCHEMA_MISMATCH,
            "The rows do not fit table "
                + target
                + ": "
                + String.join("; ", problems)
                + ". Nothing was loaded. Change the source's columns or the table's, or load into"
                + " another table.");
      }
    }
  }
}
