package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnNames;
import dev.penstock.cli.column.ColumnNames.SourceName;
import dev.penstock.cli.column.ColumnReport;
import dev.penstock.cli.column.JsonEvidence;
import dev.penstock.cli.column.SettledColumns;
import dev.penstock.cli.column.SettledColumns.Settled;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.reader.JsonOptions;
import dev.penstock.core.reader.JsonRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file with one JSON object on each line. One owner thread. */
final class JsonLinesSource implements Source {
  static final UriOption MAX_ROW_BYTES =
      new UriOption("max-row-bytes", "20000000", "1024..100000000");
  static final List<UriOption> OPTIONS = List.of(MAX_ROW_BYTES);

  private static final int LEAST_ROW_BYTES = 1024;
  private static final int MOST_ROW_BYTES = ServiceLimits.LOAD_ROW_BYTES.intValue();

  private final TextFile file;
  private final int maxRowBytes;

  JsonLinesSource(SourceUri uri) {
    this.maxRowBytes =
        new UriOptions(uri, OPTIONS).number(MAX_ROW_BYTES, LEAST_ROW_BYTES, MOST_ROW_BYTES);
    this.file = TextFile.of(uri);
  }

  @Override
  public String tableName() {
    return file.tableName();
  }

  @Override
  public SourceTable inspect(Wanted wanted) {
    SettledColumns settled = new SettledColumns(wanted.given(), wanted.live());
    JsonScan scan = new JsonScan(file, settled);
    FileState state = file.state();
    Fingerprint content = new Fingerprint();
    try (LineInput lines =
        new LineInput(file, maxRowBytes, file.open(wanted.progress(), content))) {
      while (lines.next()) {
        scan.read(lines);
      }
    }
    if (scan.keys().isEmpty()) {
      throw new IngestException(
          ErrorCode.ROW_INVALID,
          file + " has no row, so its columns are unknown. Name a file that has.");
    }
    List<String> keys = List.copyOf(scan.keys().keySet());
    List<String> names = ColumnNames.of(sourceNames(scan.keys()));
    settled.checkGiven(names, keys);
    List<ColumnReport> reports = reports(scan, names, settled);
    return table(
        state,
        reports,
        keys,
        settledKeys(reports, keys, names, settled),
        scan.rows(),
        content.text());
  }

  private static List<SourceName> sourceNames(Map<String, JsonEvidence> keys) {
    List<SourceName> names = new ArrayList<>();
    keys.forEach((key, seen) -> names.add(new SourceName(key, "line " + seen.firstLine())));
    return names;
  }

  private static List<ColumnReport> reports(
      JsonScan scan, List<String> names, SettledColumns settled) {
    List<ColumnReport> reports = new ArrayList<>();
    scan.keys()
        .forEach(
            (key, seen) -> {
              String name = names.get(reports.size());
              Optional<Settled> found = settled.find(name, key);
              reports.add(
                  found.isPresent()
                      ? seen.report(key, found.get(), scan.rows())
                      : seen.report(key, name, scan.rows()));
            });
    return reports;
  }

  private static List<String> settledKeys(
      List<ColumnReport> reports, List<String> keys, List<String> names, SettledColumns settled) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      if (settled.find(names.get(i), keys.get(i)).isPresent()) {
        found.add(keys.get(i));
      }
    }
    return found;
  }

  private SourceTable table(
      FileState state,
      List<ColumnReport> reports,
      List<String> keys,
      List<String> settledKeys,
      long rows,
      String content) {
    TableSchema schema = new TableSchema(reports.stream().map(ColumnReport::column).toList());
    if (!settledKeys.isEmpty()) {
      check(reports, settledKeys);
    }
    JsonRows first = JsonRows.of(schema, keys, options(false));
    return new FileTable(
        state,
        first.schema(),
        reports,
        rows,
        "jsonl " + content,
        source ->
            new JsonLinesCursor(
                source, JsonRows.of(schema, keys, options(false)), file, maxRowBytes));
  }

  /** Which columns are settled shows when all keys are known, so it takes a reading of its own. */
  private void check(List<ColumnReport> reports, List<String> settledKeys) {
    List<Column> columns =
        reports.stream()
            .filter(report -> settledKeys.contains(report.sourceName()))
            .map(ColumnReport::column)
            .toList();
    TableSchema settled = new TableSchema(columns);
    JsonRows rows = JsonRows.of(settled, settledKeys, options(true));
    SettledCheck check = new SettledCheck(settled, rows.schema(), Integer.MAX_VALUE);
    try (JsonLinesCursor cursor = new JsonLinesCursor(rows.schema(), rows, file, maxRowBytes)) {
      while (cursor.next()) {
        check.check(cursor.row(), file, cursor.line());
      }
    }
  }

  private static JsonOptions options(boolean ignoreUnknownFields) {
    return new JsonOptions(ignoreUnknownFields, JsonOptions.Notation.PLAIN);
  }
}
