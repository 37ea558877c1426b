package dev.penstock.demo.stack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with this one's class path that ends when this one does. Its output goes to a log file. One
 * owner thread.
 */
final class ChildJvm implements AutoCloseable {
  private static final int END_SECONDS = 15;

  /** Small and quick to start: one collector thread, and the first compiler until code is hot. */
  private static final List<String> COMMON_OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-XX:-UsePerfData",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "-Dsun.net.httpserver.nodelay=true",
          "-Dorg.slf4j.simpleLogger.showDateTime=true",
          "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");

  private final String name;
  private final Path log;
  private final Process process;

  private ChildJvm(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  static ChildJvm start(
      String name,
      RunDirectory run,
      Path log,
      List<String> options,
      String mainClass,
      List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(COMMON_OPTIONS);
    // Native libraries are unpacked there, and a killed JVM does not delete them.
    command.add("-Djava.io.tmpdir=" + run.directory("tmp"));
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass);
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new ChildJvm(name, log, process);
    } catch (IOException e) {
      throw new StackException(name + " could not be started: " + e.getMessage(), e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Throws with the end of its log when the process is gone. */
  void requireAlive() {
    if (!process.isAlive()) {
      throw new StackException(
          name
              + " ended with code "
              + process.exitValue()
              + ". End of its log:\n"
              + LogTail.of(log));
    }
  }

  /** Ends the process at once, as {@code kill -9} does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy();
    }
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
