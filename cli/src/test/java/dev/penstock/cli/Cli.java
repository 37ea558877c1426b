package dev.penstock.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** The command line inside this process, on directories of a test. Immutable. */
public final class Cli {
  private final Map<String, String> environment;

  /** With the local BigQuery and the journals of runs below a directory. */
  public Cli(Path home) {
    this.environment =
        Map.of(
            "PENSTOCK_LOCAL_DIR", local(home).toString(),
            "PENSTOCK_RUNS_DIR", runs(home).toString());
  }

  /** Where the local BigQuery lies. */
  public static Path local(Path home) {
    return home.resolve("local");
  }

  /** Where the journals of runs lie. */
  public static Path runs(Path home) {
    return home.resolve("runs");
  }

  /** The variables that a process of its own needs. */
  public Map<String, String> environment() {
    return environment;
  }

  /** What a command printed and ended with. */
  public record Result(int code, String out, String err) {
    /** The last event of {@code --json}. */
    public JsonNode lastEvent() {
      String[] lines = out.strip().split("\n", -1);
      try {
        return new ObjectMapper().readTree(lines[lines.length - 1]);
      } catch (JsonProcessingException e) {
        throw new AssertionError("no event, but: " + out + err, e);
      }
    }
  }

  /** Runs one command to its end. */
  public Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Main.commandLine(environment);
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    int code = commandLine.execute(arguments);
    return new Result(code, out.toString(), err.toString());
  }
}
