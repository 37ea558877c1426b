package dev.penstock.cli.report;

import dev.penstock.core.publish.LoadMethod;
import dev.penstock.core.publish.PublishReport;
import dev.penstock.core.publish.PublishReport.RunJob;
import dev.penstock.core.publish.Strategy;

/** The report of a run for people. Immutable. */
final class ReportText {
  private final PublishReport report;
  private final StringBuilder text = new StringBuilder();

  ReportText(PublishReport report) {
    this.report = report;
  }

  String text() {
    String target = report.plan().request().target().toString();
    String took = Quantities.time(report.took());
    if (report.alreadyLoaded() > 0) {
      text.append("Already loaded by this run: ")
          .append(Quantities.rows(report.alreadyLoaded()))
          .append(", which ")
          .append(target)
          .append(" has; nothing was sent.\n");
      line("run", report.plan().request().runId());
      jobs();
      return text.toString();
    }
    if (report.rowsRead() == 0) {
      return strategy() instanceof Strategy.Replace
          ? "The source has no rows: " + target + " is empty now (" + took + ").\n"
          : "The source has no rows, nothing to do: " + target + " is as before.\n";
    }
    text.append(done()).append(target).append(" in ").append(took).append('\n');
    line("run", report.plan().request().runId());
    line("read", Quantities.rows(report.rowsRead()));
    line(
        "loaded",
        Quantities.rows(report.rowsLoaded())
            + ", "
            + Quantities.bytes(report.bytesLoaded())
            + ", by "
            + (report.plan().request().method() == LoadMethod.LOAD_JOB
                ? "a load job"
                : "write streams"));
    if (report.duplicates() > 0) {
      line("duplicates", Quantities.rows(report.duplicates()) + " lost to another of their key");
    }
    line("inserted", Quantities.rows(report.inserted()));
    if (strategy() instanceof Strategy.Merge) {
      line("updated", Quantities.rows(report.updated()));
      line("unchanged", Quantities.rows(report.unchanged()));
    }
    jobs();
    line("billed", Quantities.bytes(report.bytesBilled()) + " of queries");
    report.warnings().stream()
        .filter(warning -> !report.plan().warnings().contains(warning))
        .forEach(warning -> line("mind", warning));
    return text.toString();
  }

  private void jobs() {
    for (RunJob job : report.jobs()) {
      line("job", job.what() + " " + job.jobId() + ", " + Quantities.time(job.took()));
    }
  }

  private Strategy strategy() {
    return report.plan().request().strategy();
  }

  private String done() {
    if (strategy() instanceof Strategy.Replace) {
      return "Replaced ";
    }
    return strategy() instanceof Strategy.Append ? "Appended to " : "Merged into ";
  }

  private void line(String name, String value) {
    text.append("  ")
        .append(name)
        .append(" ".repeat(12 - name.length()))
        .append(value)
        .append('\n');
  }
}
