package dev.penstock.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process of a benchmark. Close ends it. One owner thread. */
public final class Child implements AutoCloseable {
  private static final int END_SECONDS = 30;

  private final String name;
  private final Process process;
  private final BufferedReader out;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a JVM with this one's class path, options of its own, and arguments of the program. */
  public static Child start(String mainClass, List<String> options, List<String> arguments)
      throws IOException {
    return start(System.getProperty("java.class.path"), mainClass, options, arguments);
  }

  /** The same with another class path. */
  public static Child start(
      String classPath, String mainClass, List<String> options, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Dsun.net.httpserver.nodelay=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    return run(command, Map.of());
  }

  /** Runs a command. */
  public static Child run(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    return new Child(command.get(0), builder.start());
  }

  /** The first line that it prints. */
  public String firstLine() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IllegalStateException(name + " ended before it said anything");
    }
    return line;
  }

  /** The next line that it prints; null at its end. */
  public @Nullable String line() throws IOException {
    return out.readLine();
  }

  /** Whether it has not ended yet. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end, which must be a good one, and returns its last line. */
  public String lastLine() throws IOException, InterruptedException {
    String last = "";
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      last = line;
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(name + " ended with " + process.exitValue() + ": " + last);
    }
    return last;
  }

  /** Its number in the system. */
  public long pid() {
    return process.pid();
  }

  /** Ends it as {@code kill -9} does, and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
