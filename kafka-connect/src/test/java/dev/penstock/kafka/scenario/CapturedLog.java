package dev.penstock.kafka.scenario;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is logged while this is open: the tests' logger writes to standard error. */
final class CapturedLog implements AutoCloseable {
  private final PrintStream original = System.err;
  private final ByteArrayOutputStream captured = new ByteArrayOutputStream();

  CapturedLog() {
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
  }

  /** The lines that hold a level and a text. */
  List<String> lines(String level, String text) {
    return captured
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(level) && line.contains(text))
        .toList();
  }

  @Override
  public void close() {
    System.setErr(original);
    original.print(captured.toString(StandardCharsets.UTF_8));
  }
}
