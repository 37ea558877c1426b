package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnNames;
import dev.penstock.cli.column.ColumnNames.SourceName;
import dev.penstock.cli.column.ColumnReport;
import dev.penstock.cli.column.SettledColumns;
import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a source that declares their types itself: named by the one rule, made as the user
 * wants them. Immutable.
 *
 * @param fields in the order of the source, named as their columns
 * @param reports in the same order
 */
record DeclaredColumns(List<SourceField> fields, List<ColumnReport> reports) {
  /**
   * A column as the source declares it.
   *
   * @param field named as the source spells it
   * @param why what its type follows from
   */
  record Declared(SourceField field, String why) {}

  /** Copies the lists. */
  DeclaredColumns {
    fields = List.copyOf(fields);
    reports = List.copyOf(reports);
  }

  /**
   * Settles the columns.
   *
   * @throws dev.penstock.core.error.IngestException SCHEMA_MISMATCH for names that no column can
   *     have, UNSUPPORTED_TYPE for types that none can have, INVALID_OPTION for given columns that
   *     the source does not have
   */
  static DeclaredColumns of(List<Declared> columns, Wanted wanted) {
    List<String> sources = columns.stream().map(column -> column.field().name()).toList();
    List<String> names = names(sources, "column");
    SettledColumns settled = new SettledColumns(wanted.given(), List.of());
    settled.checkGiven(names, sources);
    List<SourceField> fields = new ArrayList<>();
    List<ColumnReport> reports = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      SourceField named = named(columns.get(i).field(), names.get(i));
      SettledColumns.Settled given = settled.find(names.get(i), sources.get(i)).orElse(null);
      SourceField field = given == null ? named : named.withColumn(given.column());
      String why = given == null ? columns.get(i).why() : given.why();
      fields.add(field);
      reports.add(ColumnReport.declared(sources.get(i), CreationTypes.columnFor(field), why));
    }
    return new DeclaredColumns(fields, reports);
  }

  /**
   * The column names for names of the source.
   *
   * @param what they are, for messages
   */
  static List<String> names(List<String> sources, String what) {
    List<SourceName> names = new ArrayList<>();
    for (String source : sources) {
      names.add(new SourceName(source, what + " " + (names.size() + 1)));
    }
    return ColumnNames.of(names);
  }

  /** The field under another name; the elements of a list go by its name. */
  private static SourceField named(SourceField field, String name) {
    List<SourceField> children =
        field.kind() == ValueKind.LIST
            ? List.of(named(field.children().get(0), name))
            : field.children();
    return new SourceField(
        name,
        field.kind(),
        field.nullable(),
        field.unit(),
        field.precision(),
        field.scale(),
        children,
        field.textForm(),
        field.column());
  }

  /** The column names of some columns of the source, in the order asked for. */
  List<String> namesOf(List<String> sources) {
    return sources.stream()
        .map(
            source ->
                reports.stream()
                    .filter(report -> report.sourceName().equals(source))
                    .findFirst()
                    .orElseThrow()
                    .column()
                    .name())
        .toList();
  }
}
