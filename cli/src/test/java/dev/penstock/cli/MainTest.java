package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
  @TempDir private Path local;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listsExactlyTheCommandsThatExist() {
    assertThat(Main.commandLine(Map.of()).getSubcommands())
        .containsOnlyKeys(
            "load", "plan", "schema", "query", "serve", "demo", "bench", "verify-gcp", "help");
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
  @ValueSource(strings = {"load", "plan", "schema", "query", "serve", "verify-gcp", "bench"})
  void eachCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: penstock " + command);
  }

  @Test
  void refusesAnUnknownCommand() {
    assertThat(run("xyz")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("penstock: xyz: no option or command. See `penstock --help`.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "laod --from a.csv|laod|load",
        "lod|lod|load",
        "qurey|qurey|query",
        "verify-gpc|verify-gpc|verify-gcp"
      })
  void namesTheCommandThatWasMeant(String arguments, String written, String meant) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock: "
                + written
                + ": no option or command (expected: "
                + meant
                + "?). See `penstock --help`.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load --form a.csv --to bigquery://local/d|--form|--from",
        "load --form=a.csv|--form=a.csv|--from",
        "load --from a.csv -to bigquery://local/d|-to|--to",
        "plan --stratgey merge|--stratgey|--strategy",
        "plan --primarykey id|--primarykey|--primary-key",
        "serve --rest-prot 1|--rest-prot|--rest-port",
      })
  void namesTheOptionThatWasMeant(String arguments, String written, String meant) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock: "
                + written
                + ": no option or command (expected: "
                + meant
                + "?). See `penstock "
                + arguments.substring(0, arguments.indexOf(' '))
                + " --help`.");
  }

  @Test
  void guessesNoOptionThatIsNotNear() {
    assertThat(run("load", "--frobnicate")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock: --frobnicate: no option or command. See `penstock load --help`.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "plan", "schema", "query"})
  void aBareCommandShowsHowItIsUsedWithExamples(String command) {
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString()).startsWith("Usage: penstock " + command).contains("Example");
  }

  @ParameterizedTest
  @CsvSource({"query,STATEMENT", "schema,FILE|URI"})
  void aCommandWithoutItsArgumentNamesItBelowTheUsage(String command, String missing) {
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString())
        .endsWith(
            "penstock: Missing required parameter: '" + missing + "'." + System.lineSeparator());
  }

  @Test
  void aStatementOfSeveralWordsIsShownInQuotes() {
    assertThat(run("query", "SELECT", "1")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock: 1: a second argument (expected: the statement as one, in quotes: penstock"
                + " query 'SELECT 1'). See `penstock query --help`.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "plan"})
  void aFileWithoutItsOptionIsTold(String command) {
    assertThat(run(command, "people.csv")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock: people.csv: no option (expected: --from people.csv, or --to and a URI). See"
                + " `penstock "
                + command
                + " --help`.");
  }

  @Test
  void anArgumentWithoutACharacterIsRefusedByName() {
    assertThat(run("query", "")).isEqualTo(2);
    assertThat(run("query", "--to=", "SELECT 1")).isEqualTo(2);
    assertThat(run("schema", "")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "penstock: STATEMENT: '' (expected: STATEMENT). See `penstock query --help`.",
            "penstock: --to: '' (expected: URI, or no such option). See `penstock query --help`.",
            "penstock: FILE|URI: '' (expected: FILE|URI). See `penstock schema --help`.");
  }

  @Test
  void helpIsACommandToo() {
    assertThat(run("help")).isZero();
    assertThat(run("help", "serve")).isZero();
    assertThat(out.toString()).contains("Usage: penstock [", "Usage: penstock serve");
  }

  @Test
  void benchWithoutANameListsTheBenchmarksAndWhatTheyTake() {
    assertThat(run("bench")).isZero();
    assertThat(out.toString())
        .contains(
            "encode           [REPEATS]",
            "sink             [ROWS]",
            "load             [ROWS]",
            "latency          [SECONDS]",
            "local-properties [HISTORIES]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "--port|99999|--port: 99999 (expected: 1..65535, or 0 for any free port)",
        "--port|nine|--port: nine (expected: a whole number). See `penstock serve --help`.",
        "--data-dir|~~|--data-dir: '' (expected: DIRECTORY, or no such option). See `penstock serve --help`.",
        "--rest-port|99999|--rest-port: 99999 (expected: 1..65535, or 0 for any free port)",
        "--grpc-port|-1|--grpc-port: -1 (expected: 1..65535, or 0 for any free port)",
        "--memory-mb|1|--memory-mb: 1 (expected: 64 or more)",
        "--rest-port|nine|--rest-port: nine (expected: a whole number). See `penstock serve --help`.",
        "--host|nosuch.invalid|--host: nosuch.invalid is not known (expected: an address of this"
            + " machine, such as 127.0.0.1 or 0.0.0.0)",
      })
  void serveRefusesABadValueInOneLine(String option, String value, String line) {
    assertThat(run("serve", option, value)).isEqualTo(2);
    assertThat(err.toString()).isEqualToIgnoringNewLines("penstock: " + line);
  }

  @Test
  void serveRefusesAPortInUse() {
    try (LocalBigQuery other = LocalBigQuery.start(LocalOptions.inMemory())) {
      String port = Integer.toString(URI.create(other.restUrl()).getPort());

      assertThat(run("serve", "--rest-port", port)).isEqualTo(2);
      assertThat(err.toString())
          .isEqualToIgnoringNewLines(
              "penstock: --rest-port: "
                  + port
                  + " on 127.0.0.1 cannot be opened (expected: a free port, or 0 for any)");
    }
  }

  @Test
  void serveRefusesAFileAsDataDirectory(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("passwd"), "x");

    assertThat(run("serve", "--data-dir", file.toString())).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("penstock: --data-dir: " + file + " leads over a file (")
        .hasLineCount(1);
  }

  @Test
  void serveKeepsRowsInOnePlace() {
    assertThat(run("serve", "--in-memory", "--data-dir", "x")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock: --in-memory and --data-dir: both given (expected: one)");
  }

  @Test
  void demoNeedsTheSources() {
    assertThat(run("demo", "--headless")).isEqualTo(1);
    assertThat(err.toString()).contains("Start it with ./penstock");
  }

  private int run(String... arguments) {
    CommandLine commandLine =
        Main.commandLine(Map.of("PENSTOCK_LOCAL_DIR", local.resolve("data").toString()));
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
