package dev.penstock.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What `load` and `plan` say to options before anything is opened. */
class LoadOptionsTest {
  @TempDir private Path local;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(List<String> arguments) {
    CommandLine commandLine =
        Main.commandLine(Map.of("PENSTOCK_LOCAL_DIR", local.resolve("data").toString()));
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments.toArray(String[]::new));
  }

  @Test
  void loadWithoutOptionsShowsThreeExamplesToCopy() {
    assertThat(run(List.of("load"))).isEqualTo(2);
    assertThat(err.toString().lines().filter(line -> line.matches("  .*penstock load --from .*")))
        .hasSize(3);
    assertThat(err.toString()).startsWith("Usage: penstock load");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "plan"})
  void anUnfinishedLineNamesWhatIsMissing(String command) {
    assertThat(run(List.of(command, "--to", "bigquery://local/d"))).isEqualTo(2);
    assertThat(run(List.of(command, "--from", "a.csv"))).isEqualTo(2);
    assertThat(run(List.of(command, "--from", "a.csv", "--to", "bigquery://local"))).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "penstock: --from: not given (expected: a file or a URI)",
            "penstock: --to: not given (expected: bigquery://local/DATASET or another)",
            "penstock: --to: bigquery://local (expected: a dataset too: bigquery://local/DATASET)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "--strategy!upsert!--strategy: upsert (expected: replace|append|merge). See `penstock load --help`.",
        "--on-empty!keep!--on-empty: keep (expected: fail|replace). See `penstock load --help`.",
        "--load-method!fast!--load-method: fast (expected: auto, load-job or streams)",
        "--partition-by!at:week!--partition-by: at:week (expected: COLUMN, or COLUMN:hour, :day, :month or :year)",
        "--into!~~!--into: '' (expected: TABLE, or no such option). See `penstock load --help`.",
        "--primary-key!~~!--primary-key: '' (expected: COLUMNS, or no such option). See `penstock load --help`.",
        "--columns!~~!--columns: '' (expected: NAME:TYPE,..., or no such option). See `penstock load --help`.",
        "--run-id!A b!--run-id: A b (expected: lower case letters, digits and underscores, 1..40)",
        "--into!d.t!--into: d.t (expected: a table name of letters, digits, underscores and dashes; the dataset stands in --to)",
        "--from!oracle://h!--from: oracle:// (expected: one of csv://, jsonl://, parquet://, postgresql:// or a file)",
      })
  void aBadValueIsRefusedInOneLineBeforeAnythingIsOpened(String option, String value, String line) {
    List<String> arguments = new ArrayList<>(List.of("load", "--to", "bigquery://local/d"));
    if (!option.equals("--from")) {
      arguments.addAll(List.of("--from", "a.csv"));
    }
    arguments.addAll(List.of(option, value));

    assertThat(run(arguments)).isEqualTo(2);
    assertThat(err.toString()).isEqualToIgnoringNewLines("penstock: " + line);
    assertThat(local.resolve("data")).doesNotExist();
  }

  @Test
  void emptySourcesCanOnlyEmptyATableThatIsReplaced() {
    assertThat(
            run(
                List.of(
                    "load",
                    "--from",
                    "a.csv",
                    "--to",
                    "bigquery://local/d",
                    "--strategy",
                    "merge",
                    "--on-empty",
                    "replace")))
        .isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock: --on-empty and --strategy: replace with merge (expected: --on-empty=replace"
                + " with --strategy=replace only)");
  }
}
