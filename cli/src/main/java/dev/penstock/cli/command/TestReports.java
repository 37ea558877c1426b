package dev.penstock.cli.command;

import dev.penstock.cli.report.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The reports that Surefire and Failsafe write below a source tree. One owner thread. */
final class TestReports {
  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]*\\btests=\"(\\d+)\"[^>]*\\bskipped=\"(\\d+)\"");

  private final Path home;

  TestReports(Path home) {
    this.home = home;
  }

  /** Deletes what earlier runs left. */
  void clear() {
    try {
      for (Path report : reports()) {
        Files.delete(report);
      }
    } catch (IOException e) {
      throw new CommandException("Old test reports could not be deleted: " + e.getMessage(), e);
    }
  }

  /** Tests that ran and were not skipped. */
  long executed() {
    long executed = 0;
    try {
      for (Path report : reports()) {
        Matcher suite = SUITE.matcher(Files.readString(report));
        if (suite.find()) {
          executed += Long.parseLong(suite.group(1)) - Long.parseLong(suite.group(2));
        }
      }
    } catch (IOException e) {
      throw new CommandException("Test reports could not be read: " + e.getMessage(), e);
    }
    return executed;
  }

  private List<Path> reports() throws IOException {
    try (Stream<Path> tree = Files.walk(home, 4)) {
      return tree.filter(TestReports::isReport).toList();
    }
  }

  private static boolean isReport(Path path) {
    Path directory = path.getParent();
    return path.getFileName().toString().startsWith("TEST-")
        && directory != null
        && directory.getFileName().toString().matches("(surefire|failsafe)-reports");
  }
}
