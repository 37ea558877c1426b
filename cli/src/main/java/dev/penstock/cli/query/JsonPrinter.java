package dev.penstock.cli.query;

import dev.penstock.cli.query.ResultFormat.Printer;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as JSON lines; numbers keep all their digits. One owner thread. */
final class JsonPrinter implements Printer {
  private final PrintWriter out;
  private List<Column> columns = List.of();

  JsonPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(TableSchema schema) {
    columns = schema.columns();
  }

  @Override
  public void row(List<@Nullable Object> values) {
    out.print(ValueText.json(columns, values));
    out.print('\n');
  }

  @Override
  public void end() {
    out.flush();
  }
}
