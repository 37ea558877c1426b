package dev.penstock.benchmarks.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.benchmarks.process.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code penstock load} of one source as a user calls it, each from its start. Immutable.
 *
 * @param home of the local BigQuery and the journals
 * @param table of a database; null for a file
 */
record LoadProcess(Path home, String from, @Nullable String table) {
  /** The log of the collector of the run that was last. */
  HeapLog heap() {
    return new HeapLog(home.resolve("load-gc.log"));
  }

  /** Loads and returns what the command reports at its end. */
  JsonNode run(int expected, List<String> options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("penstock.home", ""), "penstock").toString(),
                "load",
                "--json",
                "--from",
                from,
                "--to",
                "bigquery://local/bench"));
    if (table != null) {
      command.addAll(List.of("--table", table));
    }
    command.addAll(options);
    try (Child child =
        Child.run(
            command,
            Map.of(
                "PENSTOCK_LOCAL_DIR", home.resolve("local").toString(),
                "PENSTOCK_RUNS_DIR", home.resolve("runs").toString(),
                "JAVA_TOOL_OPTIONS", "-Xmx512m " + heap().option()))) {
      JsonNode last = new ObjectMapper().readTree(child.lastLine());
      if (last.path("rows_loaded").asLong() != expected) {
        throw new IllegalStateException("the load ended with " + last);
      }
      return last;
    }
  }
}
