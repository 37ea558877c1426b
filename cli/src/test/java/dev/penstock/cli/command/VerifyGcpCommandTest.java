package dev.penstock.cli.command;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class VerifyGcpCommandTest {

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
  void acceptsACompleteEnvironment() {
    VerifyGcpCommand command =
        new VerifyGcpCommand(
            Map.of(
                "PENSTOCK_GCP_PROJECT", "p",
                "PENSTOCK_GCP_DATASET", "d",
                "GOOGLE_APPLICATION_CREDENTIALS", "/key.json"));

    assertThatCode(command::requireEnvironment).doesNotThrowAnyException();
  }
}
