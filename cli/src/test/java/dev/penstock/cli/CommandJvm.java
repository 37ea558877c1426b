package dev.penstock.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a process of the command line starts, all but its arguments. Immutable.
 *
 * <p>Most of what a short command takes is the loading of classes: from an archive of them, which
 * another process wrote, it starts in two thirds of the time.
 */
final class CommandJvm {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private final List<String> options;

  private CommandJvm(List<String> options) {
    this.options = options;
  }

  /** Loads its classes one by one. */
  static CommandJvm plain() {
    return new CommandJvm(List.of());
  }

  /** Writes an archive of the classes that it loaded when it ends by itself. */
  static CommandJvm writing(Path archive) {
    return archived("-XX:ArchiveClassesAtExit=" + archive);
  }

  /** Loads classes from an archive. */
  static CommandJvm reading(Path archive) {
    return archived("-XX:SharedArchiveFile=" + archive);
  }

  /** Archives take classes of jars only, which all but the tests' are once they are packaged. */
  private static CommandJvm archived(String option) {
    long directories = entries().filter(Files::isDirectory).count();
    return directories > 1 ? plain() : new CommandJvm(List.of(option, "-Xlog:disable"));
  }

  private static Stream<Path> entries() {
    return Stream.of(CLASS_PATH.split(File.pathSeparator, -1)).map(Path::of);
  }

  private String classPath() {
    return options.isEmpty()
        ? CLASS_PATH
        : String.join(
            File.pathSeparator,
            entries().filter(Files::isRegularFile).map(Path::toString).toList());
  }

  /** The command and its first arguments, to be followed by those of {@code penstock}. */
  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Dsun.net.httpserver.nodelay=true",
            "--add-opens=java.base/java.nio=ALL-UNNAMED"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), "dev.penstock.cli.Main"));
    return command;
  }

  /** The same for a shell. */
  String quoted() {
    return "'" + String.join("' '", command()) + "'";
  }
}
