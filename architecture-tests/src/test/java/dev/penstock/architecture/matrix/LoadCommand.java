package dev.penstock.architecture.matrix;

import dev.penstock.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** {@code penstock load} in this process, by streams, which take columns of every type. */
final class LoadCommand {
  private LoadCommand() {}

  /**
   * Appends a source's rows to a table.
   *
   * @param more the source, and options that only it has
   * @throws IOException with what the command said, when it did not end with 0
   */
  static void append(MatrixTable table, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("load", "--strategy", "append"));
    arguments.addAll(List.of("--load-method", "streams", "--into", table.name()));
    arguments.addAll(
        List.of("--to", "bigquery://" + table.server().project() + "/" + table.dataset()));
    arguments.add("--from");
    arguments.addAll(List.of(more));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    CommandLine penstock =
        Main.commandLine(
            Map.of(
                "BIGQUERY_EMULATOR_HOST", table.restAuthority(),
                "BIGQUERY_STORAGE_EMULATOR_HOST", table.server().grpcTarget(),
                "PENSTOCK_RUNS_DIR", table.home().resolve("runs").toString()));
    penstock.setOut(out);
    penstock.setErr(out);
    int code = penstock.execute(arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IOException("exit code " + code + ": " + said);
    }
  }
}
