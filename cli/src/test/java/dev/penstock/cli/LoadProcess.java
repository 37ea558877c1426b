package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, which a test can kill. Immutable. */
final class LoadProcess {
  private static final int END_SECONDS = 60;

  private final Map<String, String> environment;

  LoadProcess(Cli cli) {
    this.environment = cli.environment();
  }

  /**
   * Runs a command until it stops at a boundary of its steps, and kills it there as {@code kill -9}
   * does.
   *
   * @return whether it got there; false when it ended before
   */
  boolean killAt(String boundary, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dsun.net.httpserver.nodelay=true",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.penstock.cli.Main"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    builder.environment().put("PENSTOCK_STOP_AT", boundary);
    Process process = builder.start();
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      StringBuilder told = new StringBuilder();
      for (String line = err.readLine(); line != null; line = err.readLine()) {
        if (line.equals("stopped at " + boundary)) {
          return true;
        }
        told.append(line).append('\n');
      }
      assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(told.toString()).isZero();
      return false;
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }
}
