package dev.penstock.demo.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresRefusalTest {
  @TempDir private Path directory;

  @Test
  void rootIsToldHowToLeaveRoot() throws Exception {
    Path log = directory.resolve("postgres.log");
    Files.writeString(log, "initdb: error: cannot be run as root\n");

    assertThat(PostgresRefusal.explain(log, new IllegalStateException("Process failed")))
        .contains("it refuses to run as root")
        .contains("Run the demo as an ordinary user, or allow user namespaces")
        .contains("initdb: error: cannot be run as root");
  }

  @Test
  void fullDiskIsNamed() throws Exception {
    Path log = directory.resolve("postgres.log");
    Files.writeString(log, "FATAL: could not write lock file: No space left on device\n");

    assertThat(PostgresRefusal.explain(log, new IllegalStateException("Process failed")))
        .contains("no space in " + directory);
  }

  @Test
  void platformWithoutBinariesIsNamed() {
    assertThat(
            PostgresRefusal.explain(
                directory.resolve("absent.log"),
                new IllegalStateException("Missing embedded postgres binaries")))
        .contains("there are no embedded binaries for " + System.getProperty("os.name"));
  }

  @Test
  void anythingElseKeepsItsReason() {
    assertThat(
            PostgresRefusal.explain(
                directory.resolve("absent.log"), new IllegalStateException("port is taken")))
        .startsWith("PostgreSQL could not start: port is taken");
  }
}
