package dev.penstock.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyGcpCommandTest {
  @TempDir private Path directory;

  @Test
  void namesEveryMissingVariable() {
    VerifyGcpCommand command =
        new VerifyGcpCommand(Map.of("PENSTOCK_GCP_PROJECT", "p", "PENSTOCK_GCP_DATASET", " "));

    assertThatThrownBy(command::call)
        .isInstanceOf(CommandException.class)
        .hasMessage(
            "Not set: PENSTOCK_GCP_DATASET, GOOGLE_APPLICATION_CREDENTIALS."
                + " See `penstock verify-gcp --help`.");
  }

  @Test
  void looksForTheKeyFileBeforeItBuilds() {
    VerifyGcpCommand command = new VerifyGcpCommand(environment(directory.resolve("absent.json")));

    assertThatThrownBy(command::call)
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_ARGUMENTS))
        .hasMessage(
            "GOOGLE_APPLICATION_CREDENTIALS: not a file that can be read (expected: the path of a"
                + " key file). Correct the path, or the permissions of the file.");
  }

  @Test
  void acceptsACompleteEnvironment() throws IOException {
    Path key = Files.writeString(directory.resolve("key.json"), "{}");
    VerifyGcpCommand command = new VerifyGcpCommand(environment(key));

    assertThatCode(command::requireEnvironment).doesNotThrowAnyException();
  }

  private static Map<String, String> environment(Path key) {
    return Map.of(
        "PENSTOCK_GCP_PROJECT", "p",
        "PENSTOCK_GCP_DATASET", "d",
        "GOOGLE_APPLICATION_CREDENTIALS", key.toString());
  }
}
