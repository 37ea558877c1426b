package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnNames;
import dev.penstock.cli.column.ColumnNames.SourceName;
import dev.penstock.cli.column.ColumnReport;
import dev.penstock.cli.column.Evidence;
import dev.penstock.cli.column.Reports;
import dev.penstock.cli.column.SettledColumns;
import dev.penstock.cli.column.SettledColumns.Settled;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.reader.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A CSV file. One owner thread. */
final class CsvSource implements Source {
  private final TextFile file;
  private final CsvOptions options;

  CsvSource(SourceUri uri) {
    this.options = CsvOptions.of(uri);
    this.file = TextFile.of(uri);
  }

  @Override
  public String tableName() {
    return file.tableName();
  }

  @Override
  public SourceTable inspect(Wanted wanted) {
    FileState state = file.state();
    Fingerprint content = new Fingerprint();
    try (CsvRecords records = CsvRecords.open(file, options, wanted.progress(), content)) {
      boolean any = records.next();
      List<SourceName> sourceNames = any ? names(records) : toldNames(wanted.given());
      List<String> names = ColumnNames.of(sourceNames);
      List<String> spelled = sourceNames.stream().map(SourceName::name).toList();
      SettledColumns settled = new SettledColumns(wanted.given(), wanted.live());
      settled.checkGiven(names, spelled);
      Inspection inspection = new Inspection(names, spelled, settled, records, any);
      while (inspection.hasRow()) {
        inspection.read();
      }
      return table(state, inspection, content.text());
    }
  }

  private SourceTable table(FileState state, Inspection inspection, String content) {
    List<ColumnReport> reports = inspection.reports();
    TableSchema schema = new TableSchema(reports.stream().map(ColumnReport::column).toList());
    return new FileTable(
        state,
        TextRows.schemaOf(schema),
        reports,
        inspection.rows,
        "csv " + content + " " + options,
        source -> new CsvCursor(source, schema, file, options));
  }

  /** The columns that somebody tells, since the file has not even a header. */
  private List<SourceName> toldNames(List<Column> given) {
    List<String> told =
        options.names().isEmpty() ? given.stream().map(Column::name).toList() : options.names();
    if (told.isEmpty()) {
      throw new IngestException(
          ErrorCode.ROW_INVALID,
          file
              + " has no "
              + (options.header() ? "header" : "row")
              + ", so its columns are unknown. Name a file that has one, or tell the columns, as"
              + " --columns=id:INT64,name:STRING.");
    }
    List<SourceName> names = new ArrayList<>();
    told.forEach(name -> names.add(new SourceName(name, "name " + (names.size() + 1))));
    return names;
  }

  /**
   * The names of the columns. A header is read; without one, and without names, they are counted in
   * the first record, which stays the next one.
   */
  private List<SourceName> names(CsvRecords records) {
    int width = records.count();
    if (width == 0) {
      throw file.fault(records.line(), "is blank where the columns are told. Take it out.");
    }
    requireDelimiter(records);
    if (width > ServiceLimits.TABLE_COLUMNS.value()) {
      throw file.fault(
          records.line(),
          "there are "
              + width
              + " cells, and a table has at most "
              + ServiceLimits.TABLE_COLUMNS.value()
              + " columns. Check delimiter and quote.");
    }
    if (!options.names().isEmpty() && options.names().size() != width) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "names: " + options.names().size() + " (expected: " + width + ", one for each column)");
    }
    List<SourceName> names = new ArrayList<>(width);
    for (int i = 0; i < width; i++) {
      if (!options.names().isEmpty()) {
        names.add(new SourceName(options.names().get(i), "name " + (i + 1)));
      } else if (options.header()) {
        names.add(new SourceName(records.text(i).toString(), "header cell " + (i + 1)));
      } else {
        names.add(new SourceName("", "column " + (i + 1)));
      }
    }
    records.setWidth(width);
    return names;
  }

  /** A file of one column has none of the characters that delimit columns elsewhere. */
  private void requireDelimiter(CsvRecords records) {
    if (records.count() > 1 || !options.header() || options.delimiterGiven()) {
      return;
    }
    String only = records.text(0).toString();
    for (String other : List.of(";", "\t", "|", ",")) {
      if (other.charAt(0) != options.delimiter() && only.indexOf(other.charAt(0)) >= 0) {
        String name = other.equals("\t") ? "tab" : other;
        throw file.fault(
            records.line(),
            "has one column, and '"
                + name
                + "' in it. If that is the delimiter, read the file as 'csv://PATH?delimiter="
                + name
                + "', else name the right one there.");
      }
    }
  }

  /** The first reading of all rows. */
  private final class Inspection {
    private final List<String> names;
    private final List<String> spelled;
    private final CsvRecords records;
    private final Evidence[] evidence;
    private final List<Optional<Settled>> settled;
    private final boolean[] open;
    private final Optional<SettledRows> check;
    private boolean waiting;
    private long rows;

    Inspection(
        List<String> names,
        List<String> spelled,
        SettledColumns columns,
        CsvRecords records,
        boolean any) {
      this.names = names;
      this.spelled = spelled;
      this.records = records;
      this.evidence = new Evidence[names.size()];
      this.open = new boolean[names.size()];
      this.settled = new ArrayList<>();
      List<Column> wanted = new ArrayList<>();
      List<Integer> ordinals = new ArrayList<>();
      for (int i = 0; i < evidence.length; i++) {
        evidence[i] = new Evidence();
        Optional<Settled> found = columns.find(names.get(i), spelled.get(i));
        settled.add(found);
        open[i] = found.isEmpty();
        if (found.isPresent()) {
          wanted.add(found.get().column());
          ordinals.add(i);
        }
      }
      this.check =
          wanted.isEmpty()
              ? Optional.empty()
              : Optional.of(new SettledRows(new TableSchema(wanted), ordinals, records, options));
      // Without a header the record that told the number of columns is the first row.
      this.waiting = any && !options.header();
    }

    boolean hasRow() {
      boolean has = waiting || records.next();
      waiting = false;
      return has;
    }

    void read() {
      long line = records.line();
      for (int i = 0; i < evidence.length; i++) {
        if (records.isNull(i)) {
          evidence[i].addNull();
        } else if (open[i]) {
          evidence[i].addText(records.text(i), line);
        } else {
          evidence[i].addSettled(records.text(i));
        }
      }
      if (check.isPresent()) {
        check.get().check(file, line);
      }
      rows++;
    }

    List<ColumnReport> reports() {
      List<ColumnReport> reports = new ArrayList<>();
      for (int i = 0; i < evidence.length; i++) {
        Evidence seen = evidence[i];
        String source = spelled.get(i);
        reports.add(
            settled.get(i).isPresent()
                ? Reports.settled(source, settled.get(i).get(), seen)
                : Reports.inferred(source, names.get(i), seen));
      }
      return reports;
    }
  }
}
