package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, which a test can kill. Immutable. */
final class LoadProcess {
  private static final int END_SECONDS = 60;

  private final Map<String, String> environment;
  private final CommandJvm jvm;

  LoadProcess(Cli cli, CommandJvm jvm) {
    this.environment = cli.environment();
    this.jvm = jvm;
  }

  /** Runs a command to its end, which must be good. */
  void run(String... arguments) throws IOException, InterruptedException {
    assertThat(killAt("no boundary", arguments)).isFalse();
  }

  /**
   * Runs a command until it stops at a boundary of its steps, and kills it there as {@code kill -9}
   * does.
   *
   * @return whether it got there; false when it ended before, and well
   */
  boolean killAt(String boundary, String... arguments) throws IOException, InterruptedException {
    Process process = start(boundary, arguments);
    try {
      if (gotTo(boundary, process)) {
        return true;
      }
      assertThat(endOf(process)).isZero();
      return false;
    } finally {
      process.destroyForcibly();
      int unused = endOf(process);
    }
  }

  /**
   * Runs a command until it stops at a boundary of its steps, and ends it there by SIGTERM.
   *
   * @return its exit code
   */
  int endAt(String boundary, String... arguments) throws IOException, InterruptedException {
    Process process = start(boundary, arguments);
    try {
      assertThat(gotTo(boundary, process)).isTrue();
      process.destroy();
      return endOf(process);
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(String boundary, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(jvm.command());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    builder.environment().put("PENSTOCK_STOP_AT", boundary);
    return builder.start();
  }

  private static boolean gotTo(String boundary, Process process) throws IOException {
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.equals("stopped at " + boundary)) {
        return true;
      }
    }
    return false;
  }

  private static int endOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
