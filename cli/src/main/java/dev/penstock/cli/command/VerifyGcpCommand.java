package dev.penstock.cli.command;

import dev.penstock.cli.report.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs the tests against a real project. One owner thread. */
@Command(
    name = "verify-gcp",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the tests tagged gcp against a real project. It costs money.",
      "Environment: PENSTOCK_GCP_PROJECT, PENSTOCK_GCP_DATASET (an existing dataset for the tables of"
          + " the tests) and GOOGLE_APPLICATION_CREDENTIALS (a key file)."
    })
public final class VerifyGcpCommand implements Callable<Integer> {
  private static final String KEY_FILE = "GOOGLE_APPLICATION_CREDENTIALS";
  private static final List<String> VARIABLES =
      List.of("PENSTOCK_GCP_PROJECT", "PENSTOCK_GCP_DATASET", KEY_FILE);

  private static final List<String> MAVEN =
      List.of(
          "mvn",
          "-B",
          "verify",
          "-Dpenstock.test.groups=gcp",
          "-Dpenstock.test.excluded=",
          "-Dspotless.check.skip",
          "-Dcheckstyle.skip");

  private final Map<String, String> environment;

  /** Reads the variables of an environment. */
  public VerifyGcpCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Integer call() {
    requireEnvironment();
    Path home = ModuleProcess.home();
    TestReports reports = new TestReports(home);
    reports.clear();
    int code = maven(home);
    long ran = reports.executed();
    if (ran == 0) {
      throw new CommandException(
          "No test ran against "
              + environment.get("PENSTOCK_GCP_PROJECT")
              + ": no test is tagged gcp, or the build failed before. Read the output above.");
    }
    System.out.println(ran + " tests ran against " + environment.get("PENSTOCK_GCP_PROJECT"));
    return code == 0 ? 0 : 1;
  }

  void requireEnvironment() {
    List<String> missing = new ArrayList<>();
    for (String variable : VARIABLES) {
      if (environment.getOrDefault(variable, "").isBlank()) {
        missing.add(variable);
      }
    }
    if (!missing.isEmpty()) {
      throw CommandException.badArgument(
          "Not set: " + String.join(", ", missing) + ". See `penstock verify-gcp --help`.");
    }
    Path key = Path.of(environment.getOrDefault(KEY_FILE, ""));
    if (!Files.isRegularFile(key) || !Files.isReadable(key)) {
      throw CommandException.badArgument(
          KEY_FILE
              + ": not a file that can be read (expected: the path of a key file). Correct the"
              + " path, or the permissions of the file.");
    }
  }

  private static int maven(Path home) {
    try {
      return new ProcessBuilder(MAVEN).directory(home.toFile()).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new CommandException("mvn could not be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("Interrupted while the tests ran", e);
    }
  }
}
