package dev.penstock.cli.query;

import dev.penstock.core.job.ResultSink;
import java.io.PrintWriter;
import java.util.Locale;

/** The forms that rows are printed in. Immutable. */
public enum ResultFormat {
  TABLE,
  CSV,
  JSON;

  /** A sink that prints. */
  public interface Printer extends ResultSink {
    /** Prints what is left, after the last row. */
    void end();
  }

  /** A printer of this form. */
  public Printer open(PrintWriter out) {
    return switch (this) {
      case TABLE -> new TablePrinter(out);
      case CSV -> new CsvPrinter(out);
      case JSON -> new JsonPrinter(out);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
