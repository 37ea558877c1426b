package dev.penstock.benchmarks.enginekill;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.reader.TextRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Rows of a file, one a line: a number, a bar and a text. One owner thread. */
final class LineRows implements RowCursor, TextRows.Cells {
  static final TableSchema COLUMNS =
      new TableSchema(
          List.of(
              Column.nullable("id", ColumnType.INT64), Column.nullable("text", ColumnType.STRING)));

  private final List<String> lines;
  private final TextRows rows = TextRows.of(COLUMNS, this);
  private int line = -1;

  LineRows(Path file) throws IOException {
    this.lines = Files.readAllLines(file);
  }

  /** Lines with texts by chance. */
  static List<String> random(long seed, int count) {
    Random random = new Random(seed);
    return random
        .ints(count)
        .mapToObj(value -> String.format(Locale.ROOT, "%d|text %08x", random.nextInt(count), value))
        .toList();
  }

  @Override
  public SourceSchema schema() {
    return rows.schema();
  }

  @Override
  public boolean next() {
    return ++line < lines.size();
  }

  @Override
  public RowReader row() {
    return rows;
  }

  @Override
  public String position() {
    return "line " + (line + 1);
  }

  @Override
  public boolean isNull(int ordinal) {
    return false;
  }

  @Override
  public CharSequence text(int ordinal) {
    String row = lines.get(line);
    int bar = row.indexOf('|');
    return ordinal == 0 ? row.substring(0, bar) : row.substring(bar + 1);
  }

  @Override
  public void close() {
    // The file was read whole.
  }
}
