package dev.penstock.cli.query;

import dev.penstock.cli.query.ResultFormat.Printer;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows as RFC 4180 has them, with a head and a line feed at the end of each line. NULL is nothing,
 * an empty text is {@code ""}. One owner thread.
 */
final class CsvPrinter implements Printer {
  private static final Pattern NEEDS_QUOTES = Pattern.compile("[\",\r\n]|^$|^\\s|\\s$");

  private final PrintWriter out;
  private List<Column> columns = List.of();

  CsvPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(TableSchema schema) {
    columns = schema.columns();
    for (int i = 0; i < columns.size(); i++) {
      cell(i, columns.get(i).name());
    }
    out.print('\n');
  }

  @Override
  public void row(List<@Nullable Object> values) {
    for (int i = 0; i < columns.size(); i++) {
      cell(i, ValueText.text(columns.get(i), values.get(i)));
    }
    out.print('\n');
  }

  private void cell(int i, @Nullable String text) {
    if (i > 0) {
      out.print(',');
    }
    if (text != null) {
      out.print(NEEDS_QUOTES.matcher(text).find() ? '"' + text.replace("\"", "\"\"") + '"' : text);
    }
  }

  @Override
  public void end() {
    out.flush();
  }
}
