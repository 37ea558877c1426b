package dev.penstock.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Main;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("sql")
class QueryCommandTest {
  @TempDir private Path local;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int query(String... arguments) {
    CommandLine commandLine = Main.commandLine(Map.of("PENSTOCK_LOCAL_DIR", local.toString()));
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] all = new String[arguments.length + 1];
    all[0] = "query";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return commandLine.execute(all);
  }

  @Test
  void runsStatementsOnTheDirectoryWhenNoServerRuns() throws IOException {
    // As a killed server leaves it: the process is none, or another one that listens nowhere.
    Files.writeString(local.resolve("FORMAT"), "1\n");
    Files.writeString(
        local.resolve("server.json"),
        "{\"pid\":%d,\"host\":\"127.0.0.1\",\"restPort\":1,\"grpcPort\":1,\"format\":1}"
            .formatted(ProcessHandle.current().pid()));

    assertThat(query("CREATE SCHEMA shop")).isZero();
    assertThat(query("CREATE TABLE shop.t AS SELECT x FROM UNNEST([1, 2]) x")).isZero();
    assertThat(query("--format", "csv", "DELETE FROM shop.t WHERE x = 2")).isZero();
    assertThat(query("--to", "bigquery://local/shop", "--format", "json", "SELECT x FROM t"))
        .isZero();

    assertThat(err.toString()).isEqualToIgnoringNewLines("1 row changed");
    assertThat(out.toString()).isEqualTo("{\"x\":1}\n");
  }

  @Test
  void asksTheRunningServer() {
    try (LocalBigQuery server = LocalBigQuery.start(LocalOptions.in(local))) {
      server.announce();

      assertThat(query("--format", "csv", "SELECT 6 * 7 AS x")).isZero();
      assertThat(out.toString()).isEqualTo("x\n42\n");
      assertThat(query("SELECT * FROM nowhere.t")).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("penstock: The statement failed: ")
          .endsWith(
              " It was looked for in the server at "
                  + server.restUrl()
                  + ", which serves "
                  + local
                  + "."
                  + System.lineSeparator())
          .hasLineCount(1);
    }
  }

  @Test
  void saysWhereATableWasLookedForOnlyWhereOneWas() {
    assertThat(query("SELECT * FROM orders")).isEqualTo(1);
    assertThat(err.toString())
        .contains("Table \"orders\" must be qualified with a dataset (e.g. dataset.table).")
        .doesNotContain("looked for");
    err.getBuffer().setLength(0);
    assertThat(query("SELECT * FRM orders")).isEqualTo(1);
    assertThat(err.toString()).doesNotContain("looked for");
    err.getBuffer().setLength(0);
    assertThat(query("SELECT * FROM shop.orders")).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            " It was looked for in "
                + local
                + ", where no server runs; PENSTOCK_LOCAL_DIR names another directory.");
  }

  @Test
  void readsAResultOfManyPages() {
    assertThat(query("--format", "csv", "SELECT x FROM UNNEST(GENERATE_ARRAY(1, 12001)) x"))
        .isZero();
    assertThat(out.toString()).startsWith("x\n1\n").endsWith("\n12001\n").hasLineCount(12_002);
  }

  @Test
  void refusesTwoPlaces() {
    assertThat(query("--to", "bigquery://local", "--project", "p", "SELECT 1")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("penstock: --to and --project: both given (expected: one)");
  }
}
