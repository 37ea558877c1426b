package dev.penstock.cli.report;

import java.io.PrintWriter;
import java.time.Duration;

/** One line of a terminal that is drawn again and again. One thread at a time. */
final class TerminalLine implements ProgressLine {
  private static final int BAR_WIDTH = 10;
  private static final int MAX_WIDTH = 79;
  private static final String TO_START = "\r\u001b[K";
  private static final String GREEN = "\u001b[32m";
  private static final String PLAIN = "\u001b[0m";

  private final PrintWriter err;
  private final boolean colours;

  TerminalLine(PrintWriter err, boolean colours) {
    this.err = err;
    this.colours = colours;
  }

  @Override
  public Duration interval() {
    return Duration.ofMillis(200);
  }

  @Override
  public void show(Progress progress) {
    String text = progress.text(false);
    String bar = progress.part() < 0 ? "" : bar(progress.part());
    String line = text.substring(0, Math.min(text.length(), MAX_WIDTH - bar.length()));
    err.print(TO_START + (colours && !bar.isEmpty() ? GREEN + bar + PLAIN : bar) + line);
    err.flush();
  }

  private static String bar(double part) {
    int full = (int) (part * BAR_WIDTH);
    int percent = (int) (part * 100);
    return "[%s%s] %3d%%  ".formatted("#".repeat(full), ".".repeat(BAR_WIDTH - full), percent);
  }

  @Override
  public void clear() {
    err.print(TO_START);
    err.flush();
  }

  @Override
  public void say(String line) {
    clear();
    err.println(line);
    err.flush();
  }
}
