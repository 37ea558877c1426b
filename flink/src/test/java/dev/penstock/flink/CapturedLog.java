package dev.penstock.flink;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is logged while this is open: the tests' logger writes to standard error. */
public final class CapturedLog implements AutoCloseable {
  private final PrintStream original = System.err;
  private final ByteArrayOutputStream captured = new ByteArrayOutputStream();

  public CapturedLog() {
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
  }

  /** The warnings of a class, without what stands before them. */
  public List<String> warnings(String logger) {
    String prefix = "WARN " + logger + " - ";
    return captured
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(prefix))
        .map(line -> line.substring(line.indexOf(prefix) + prefix.length()))
        .toList();
  }

  @Override
  public void close() {
    System.setErr(original);
    original.print(captured.toString(StandardCharsets.UTF_8));
  }
}
