package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listsExactlyTheCommandsThatExist() {
    assertThat(Main.commandLine().getSubcommands())
        .containsOnlyKeys("demo", "serve", "bench", "verify-gcp");
  }

  @Test
  void withoutCommandItShowsTheUsageAndFails() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("Usage: penstock").contains("verify-gcp");
  }

  @Test
  void tellsItsVersion() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("penstock \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "verify-gcp"})
  void eachCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: penstock " + command);
  }

  @Test
  void refusesAnUnknownCommand() {
    assertThat(run("replicate")).isEqualTo(2);
    assertThat(err.toString()).contains("replicate");
  }

  @Test
  void refusesAnUnknownOption() {
    assertThat(run("serve", "--rest-prot", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("--rest-prot");
  }

  @Test
  void demoNeedsTheSources() {
    assertThat(run("demo", "--headless")).isEqualTo(1);
    assertThat(err.toString()).contains("Start it with ./penstock");
  }

  private int run(String... arguments) {
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
