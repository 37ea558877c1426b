package dev.penstock.cli.command;

import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The main class of another module, run in its own JVM with this one's output. It ends when this
 * one does, because its input then ends. One owner thread.
 */
final class ModuleProcess {
  private static final int END_SECONDS = 30;

  private final Path home;
  private final String module;

  ModuleProcess(String module) {
    this.home = home();
    this.module = module;
  }

  /** The clone that {@code ./penstock} lies in. */
  static Path home() {
    String home = System.getProperty("penstock.home");
    if (home == null) {
      throw new CommandException(
          "The command needs the directory of the sources. Start it with ./penstock.");
    }
    return Path.of(home);
  }

  /** Runs to the end and returns the exit code. */
  int run(List<String> options, String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Dsun.net.httpserver.nodelay=true",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Dpenstock.home=" + home,
            "-Dpenstock.ends-with-input=true",
            // Embedded PostgreSQL creates this directory, although it unpacks elsewhere.
            "-Dot.epg.working-dir=" + Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg"),
            "-cp",
            classPath(),
            mainClass));
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return awaitEnd(process);
    } catch (IOException e) {
      throw new CommandException(mainClass + " could not be started: " + e.getMessage(), e);
    }
  }

  private static int awaitEnd(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      end(process);
      return ExitCode.INTERRUPTED.code();
    }
  }

  /** On Ctrl-C the prompt comes back when everything is gone, not before. */
  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  private String classPath() {
    Path target = home.resolve(module).resolve("target");
    try {
      String dependencies = Files.readString(target.resolve("classpath.txt")).strip();
      return target.resolve("classes") + File.pathSeparator + dependencies;
    } catch (IOException e) {
      throw new CommandException(
          "Module " + module + " is not built. Start the command with ./penstock, which builds it.",
          e);
    }
  }
}
