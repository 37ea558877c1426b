package dev.penstock.cli.report;

import dev.penstock.core.publish.PublishPlan;
import dev.penstock.core.publish.PublishReport;
import dev.penstock.core.publish.Step;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalLong;

/** A run for people: progress on standard error, the report on standard output. Thread-safe. */
final class TextView implements RunView {
  private final PrintWriter out;
  private final ProgressLine line;
  private final RunProgress progress = new RunProgress();
  private final Ticker ticker;
  private List<String> losses = List.of();
  private long rows;

  TextView(PrintWriter out, ProgressLine line) {
    this.out = out;
    this.line = line;
    this.ticker = new Ticker(line.interval(), this::tick);
  }

  private synchronized void tick() {
    progress.now().ifPresent(line::show);
  }

  @Override
  public synchronized void note(String text) {
    line.say(text);
  }

  @Override
  public void reading(long doneBytes, long totalBytes) {
    progress.phase("reading the source for its columns");
    progress.bytes(doneBytes, totalBytes);
  }

  @Override
  public synchronized void planned(PublishPlan plan, OptionalLong known) {
    rows = known.orElse(0);
    plan.warnings().forEach(warning -> line.say("Mind: " + warning));
    losses = plan.losses();
    progress.phase("beginning");
  }

  @Override
  public synchronized void begins(int index, Step step) {
    if (index == 0) {
      losses.forEach(loss -> line.say("The target loses: " + loss));
    }
    progress.phase(StepWords.of(step));
  }

  @Override
  public void loaded(long rowsSoFar, long bytesSoFar) {
    progress.rows(rowsSoFar, rows, bytesSoFar);
  }

  @Override
  public void alreadyLoaded(long loadedRows) {
    // The report, which comes next, says it.
  }

  @Override
  public synchronized void finished(PublishReport report) {
    progress.end();
    line.clear();
    out.print(new ReportText(report).text());
    out.flush();
  }

  @Override
  public synchronized void failed(String message, ExitCode code) {
    // The message itself is printed as that of any other command.
    progress.end();
    line.clear();
  }

  @Override
  public synchronized void close() {
    ticker.close();
    if (progress.now().isPresent()) {
      progress.end();
      line.clear();
    }
  }
}
