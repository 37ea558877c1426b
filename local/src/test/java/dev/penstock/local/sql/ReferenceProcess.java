package dev.penstock.local.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link ReferenceEvaluator} in its own process. */
final class ReferenceProcess implements AutoCloseable {
  private final Process process;

  ReferenceProcess() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    try {
      process =
          new ProcessBuilder(
                  java,
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ReferenceEvaluator.class.getName())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the evaluator says to each expression. */
  List<String> evaluate(List<String> expressions) {
    Thread writer = new Thread(() -> write(expressions), "reference-expressions");
    writer.start();
    List<String> answers = new ArrayList<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    try {
      for (String expression : expressions) {
        String answer = in.readLine();
        if (answer == null) {
          throw new AssertionError("The reference evaluator ended at " + expression);
        }
        answers.add(answer);
      }
      writer.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return answers;
  }

  private void write(List<String> expressions) {
    PrintStream out = new PrintStream(process.getOutputStream(), false, StandardCharsets.UTF_8);
    expressions.forEach(out::println);
    out.flush();
  }

  @Override
  public void close() {
    process.destroy();
  }
}
