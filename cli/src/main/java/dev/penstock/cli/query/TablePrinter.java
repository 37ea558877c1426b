package dev.penstock.cli.query;

import dev.penstock.cli.query.ResultFormat.Printer;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows in columns of one width, numbers to the right. The first rows decide the widths; a longer
 * value further down pushes its neighbours. One owner thread.
 */
final class TablePrinter implements Printer {
  private static final int ROWS_THAT_DECIDE = 1_000;
  private static final String NULL = "NULL";
  private static final Set<ColumnType> NUMBERS =
      Set.of(ColumnType.INT64, ColumnType.NUMERIC, ColumnType.BIGNUMERIC, ColumnType.FLOAT64);

  private final PrintWriter out;
  private final List<List<String>> waiting = new ArrayList<>();
  private List<Column> columns = List.of();
  private int[] widths = new int[0];
  private long rows;

  TablePrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(TableSchema schema) {
    columns = schema.columns();
    widths = columns.stream().mapToInt(column -> width(column.name())).toArray();
  }

  @Override
  public void row(List<@Nullable Object> values) {
    List<String> cells = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      String text = ValueText.text(columns.get(i), values.get(i));
      cells.add(text == null ? NULL : oneLine(text));
    }
    rows++;
    if (rows <= ROWS_THAT_DECIDE) {
      waiting.add(cells);
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(cells.get(i)));
      }
    } else {
      printWaiting();
      print(cells);
    }
  }

  @Override
  public void end() {
    if (columns.isEmpty()) {
      return;
    }
    printWaiting();
    if (rows == 0) {
      printHead();
    }
    out.println(rows == 1 ? "(1 row)" : "(" + rows + " rows)");
    out.flush();
  }

  private void printWaiting() {
    if (!waiting.isEmpty()) {
      printHead();
      waiting.forEach(this::print);
      waiting.clear();
    }
  }

  private void printHead() {
    print(columns.stream().map(Column::name).toList());
    StringBuilder rule = new StringBuilder();
    for (int width : widths) {
      rule.append(rule.isEmpty() ? "" : "-+-").append("-".repeat(width));
    }
    out.println(rule);
  }

  private void print(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      String pad = " ".repeat(Math.max(0, widths[i] - width(cell)));
      line.append(i == 0 ? "" : " | ").append(isNumber(i) ? pad + cell : cell + pad);
    }
    out.println(line.toString().stripTrailing());
  }

  private boolean isNumber(int i) {
    Column column = columns.get(i);
    return column.mode() != ColumnMode.REPEATED && NUMBERS.contains(column.type());
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  /** A line break inside a value would break the table. */
  private static String oneLine(String text) {
    return text.replace("\\", "\\\\")
        .replace("\r", "\\r")
        .replace("\n", "\\n")
        .replace("\t", "\\t");
  }
}
