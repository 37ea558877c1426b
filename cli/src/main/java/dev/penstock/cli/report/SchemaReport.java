package dev.penstock.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.penstock.cli.column.ColumnReport;
import dev.penstock.cli.column.ColumnReport.CounterExample;
import dev.penstock.cli.column.TypeText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The columns of a source for a reader and for a program. Immutable.
 *
 * @param rows how many there are; negative when that is unknown
 */
public record SchemaReport(
    String table, List<ColumnReport> columns, List<String> primaryKey, long rows) {
  private static final List<String> HEAD = List.of("COLUMN", "TYPE", "NULLS", "WHY");

  /** Copies the lists. */
  public SchemaReport {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
  }

  /** Prints a table, and the option that settles what it says. */
  public void print(PrintWriter out) {
    out.println(title());
    out.println();
    List<List<String>> lines = new ArrayList<>(List.of(HEAD));
    columns.forEach(column -> lines.add(cells(column)));
    int[] widths = new int[HEAD.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length() + 2));
      }
      out.println(text.toString().stripTrailing());
    }
    if (!option().isEmpty()) {
      out.println();
      out.println("To settle these types, or others:");
      out.println("  --columns '" + option() + "'");
    }
  }

  private String title() {
    String counted =
        rows < 0 ? "" : rows == 1 ? ", 1 row" : String.format(Locale.ROOT, ", %,d rows", rows);
    String keyed = primaryKey.isEmpty() ? "" : ", primary key " + String.join(", ", primaryKey);
    return table
        + ": "
        + columns.size()
        + (columns.size() == 1 ? " column" : " columns")
        + counted
        + keyed;
  }

  private String option() {
    return TypeText.option(columns.stream().map(ColumnReport::column).toList());
  }

  private static List<String> cells(ColumnReport column) {
    StringBuilder why = new StringBuilder(column.why());
    CounterExample nearly = column.counterExample();
    if (nearly != null) {
      why.append("; no ").append(nearly.type()).append(" because of ").append(nearly.position());
    }
    if (column.remark() != null) {
      why.append(". ").append(column.remark()).append('.');
    }
    return List.of(
        column.column().name(),
        TypeText.of(column.column()),
        column.nulls() < 0 ? "?" : Long.toString(column.nulls()),
        why.toString());
  }

  /** Prints one object. */
  public void printJson(PrintWriter out) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("table", table);
      writeCount(json, "rows", rows);
      json.writeArrayFieldStart("primary_key");
      for (String name : primaryKey) {
        json.writeString(name);
      }
      json.writeEndArray();
      json.writeStringField("columns_option", option());
      json.writeArrayFieldStart("columns");
      for (ColumnReport column : columns) {
        write(json, column);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println(text);
  }

  private static void write(JsonGenerator json, ColumnReport column) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", column.column().name());
    json.writeStringField("source_name", column.sourceName());
    json.writeStringField("type", TypeText.of(column.column()));
    json.writeStringField("mode", column.column().mode().name());
    writeCount(json, "nulls", column.nulls());
    writeCount(json, "longest_text", column.longestText());
    json.writeStringField("why", column.why());
    CounterExample nearly = column.counterExample();
    if (nearly != null) {
      json.writeObjectFieldStart("nearly");
      json.writeStringField("type", nearly.type());
      json.writeStringField("counter_example", nearly.position());
      json.writeEndObject();
    }
    if (column.remark() != null) {
      json.writeStringField("remark", column.remark());
    }
    json.writeEndObject();
  }

  /** What is unknown is null. */
  private static void writeCount(JsonGenerator json, String name, long count) throws IOException {
    if (count < 0) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, count);
    }
  }
}
