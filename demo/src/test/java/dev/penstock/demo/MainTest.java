package dev.penstock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Arguments that are refused before anything starts. */
class MainTest {
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rows|1|--rows: 1 (expected: 2..10000000, one in each of the 2 tables at least)",
        "--rate|0|--rate: 0 (expected: 2..1000000, one on each of the 2 tables at least)",
        "--seconds|86401|--seconds: 86401 (expected: 1..86400, a day at most)",
      })
  void saysWhichNumbersDo(String option, String value, String problem) {
    assertThat(run(option, value)).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("penstock demo: " + problem + ". See `penstock demo --help`.");
  }

  @Test
  void refusesADirectoryForTheResultsAtTheStart() {
    assertThat(run("--json", directory.toString())).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "penstock demo: --json: "
                + directory
                + " is a directory (expected: a file in a directory that exists). See `penstock"
                + " demo --help`.");
  }

  @Test
  void createsNoDirectoryForTheResults() {
    Path file = directory.resolve("absent/results.json");

    assertThat(run("--json", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--json: " + file + " lies in no directory");
    assertThat(directory.resolve("absent")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"--rows,many", "--nope,1"})
  void refusesOtherArgumentsInOneLine(String option, String value) {
    assertThat(run(option, value)).isEqualTo(2);
    assertThat(err.toString())
        .contains(option)
        .endsWith("See `penstock demo --help`.\n")
        .hasLineCount(1);
  }

  private int run(String... arguments) {
    CommandLine commandLine = Main.commandLine();
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
