package dev.penstock.cli.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.cli.report.CommandException;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenBigQueryTest {
  @TempDir private Path directory;

  private static void assertRefused(Path key, String message) {
    BigQueryUri uri = BigQueryUri.parse("--to", "bigquery://p/d?credentials_path=" + key);

    assertThatThrownBy(() -> OpenBigQuery.open(uri, Map.of()))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CREDENTIALS))
        .hasMessageStartingWith("credentials_path " + key + ": The key file " + message);
  }

  @Test
  void namesTheKeyFileThatDoesNotDo() throws IOException {
    assertRefused(
        directory.resolve("missing.json"),
        "could not be read. Check that it exists and that this process may read it.");
    assertRefused(
        Files.writeString(directory.resolve("wrong.json"), "{}"),
        "is not a Google credential in JSON.");
  }

  @Test
  void saysWhoHasTheDirectory() throws IOException {
    BigQueryUri local = BigQueryUri.parse("--to", "bigquery://local/d");
    Map<String, String> environment = Map.of("PENSTOCK_LOCAL_DIR", directory.toString());
    try (LocalBigQuery other = LocalBigQuery.start(LocalOptions.in(directory))) {
      assertThatThrownBy(() -> OpenBigQuery.open(local, environment, Duration.ZERO))
          .isInstanceOf(CommandException.class)
          .hasMessage(
              "Local BigQuery cannot be opened: "
                  + directory.toRealPath()
                  + " is in use by another local BigQuery, process "
                  + ProcessHandle.current().pid()
                  + " (expected: a directory of its own for each process; stop the other one or"
                  + " choose another directory). Several commands at a time need a running"
                  + " `penstock serve`; PENSTOCK_LOCAL_DIR names another directory.");
      assertThat(other.restUrl()).isNotEmpty();
    }
  }

  /** As `penstock serve` does while it starts, and a command while it ends. */
  @Test
  void waitsForADirectoryThatIsInUse() throws InterruptedException {
    LocalBigQuery other = LocalBigQuery.start(LocalOptions.in(directory));
    Thread ends = new Thread(other::close);
    ends.start();

    BigQueryUri local = BigQueryUri.parse("--to", "bigquery://local/d");
    try (OpenBigQuery open =
        OpenBigQuery.open(local, Map.of("PENSTOCK_LOCAL_DIR", directory + ""))) {
      assertThat(open.connection()).isNotNull();
    }
    ends.join();
  }
}
