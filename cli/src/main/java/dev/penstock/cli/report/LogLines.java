package dev.penstock.cli.report;

import java.io.PrintWriter;
import java.time.Duration;

/** A line every few seconds, for logs and pipes. One thread at a time. */
final class LogLines implements ProgressLine {
  private final PrintWriter err;

  LogLines(PrintWriter err) {
    this.err = err;
  }

  @Override
  public Duration interval() {
    return Duration.ofSeconds(5);
  }

  @Override
  public void show(Progress progress) {
    say(progress.text(true));
  }

  @Override
  public void clear() {
    // Nothing is ever drawn over.
  }

  @Override
  public void say(String line) {
    err.println(line);
    err.flush();
  }
}
