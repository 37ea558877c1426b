package dev.penstock.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What the reference says of `penstock serve`, and the code that it prints. */
class ServeOptionsTest {
  @Test
  void theReferenceHasEveryOptionWithItsDefault() throws IOException {
    List<String> rows = new ArrayList<>();
    for (OptionSpec option :
        new CommandLine(new ServeCommand(Map.of())).getCommandSpec().options()) {
      if (!option.usageHelp() && !option.versionHelp()) {
        rows.add(String.join(", ", option.names()) + "=" + option.defaultValue());
      }
    }
    String page = Files.readString(Path.of("..", "docs", "reference", "cli.md"));
    String part = page.substring(page.indexOf("## Options of `serve`"), page.indexOf("## Dest"));
    List<String> documented =
        Pattern.compile("(?m)^\\| (`--.*?) \\|.*\\| (.*?) \\|$")
            .matcher(part)
            .results()
            .map(row -> row.group(1).replace("`", "") + "=" + defaultOf(row.group(2)))
            .toList();
    assertThat(documented).containsExactlyInAnyOrderElementsOf(rows);
  }

  private static String defaultOf(String cell) {
    return cell.matches("`[0-9.]+`") ? cell.replace("`", "") : "null";
  }

  @Test
  void refusalsShowWhatWasGiven() {
    assertThat(refusal("--change-history-mb", "-1"))
        .isEqualTo("--change-history-mb: -1 (expected: 0..8796093022207)");
    assertThat(refusal("--rest-port", "9950", "--grpc-port", "9950"))
        .isEqualTo(
            "--grpc-port: 9950 is the REST port too (expected: another one, or 0 for any free"
                + " port)");
  }

  private static String refusal(String... args) {
    ServeCommand command = new ServeCommand(Map.of());
    ParseResult unused = new CommandLine(command).parseArgs(args);
    Throwable refused = catchThrowable(command::call);
    return String.valueOf(refused.getMessage());
  }

  @Test
  void theReadyLinesTellHowOtherCommandsFindAnotherDirectory() {
    assertThat(
            ServeCommand.kept(
                Path.of("/home/u/.penstock/local"), Path.of("/home/u/.penstock/local")))
        .isEqualTo("Rows are kept in /home/u/.penstock/local.");
    assertThat(ServeCommand.kept(Path.of("/data/my bq"), Path.of("/home/u/.penstock/local")))
        .isEqualToNormalizingNewlines(
            "Rows are kept in /data/my bq. penstock load, plan and query find this server there"
                + " by:\n  export PENSTOCK_LOCAL_DIR='/data/my bq'");
  }

  @Test
  void snippetsNameTheAddressesOfTheRun() {
    assertThat(ClientSnippets.of("http://127.0.0.1:9050", "127.0.0.1:9060"))
        .contains(
            ".setHost(\"http://127.0.0.1:9050\")",
            ".setEndpoint(\"127.0.0.1:9060\")",
            "client_options={\"api_endpoint\": \"http://127.0.0.1:9050\"}",
            "  BIGQUERY_EMULATOR_HOST=http://127.0.0.1:9050 STORAGE_EMULATOR_HOST=http://127.0.0.1")
        .doesNotContain("REST", "GRPC");
  }
}
