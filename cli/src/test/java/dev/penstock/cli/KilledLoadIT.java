package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Cli.Result;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of a run at the boundaries of its steps: the target is as before or as after, and
 * the next run cleans up.
 */
@Tag("sql")
class KilledLoadIT {
  private static final String BEFORE = "1 a,2 b";

  @TempDir private Path home;

  private Cli cli;
  private LoadProcess process;
  private Path rows;

  @BeforeEach
  void writeSources() throws IOException {
    cli = new Cli(home);
    process = new LoadProcess(cli, CommandJvm.plain());
    rows = Files.writeString(home.resolve("rows.csv"), "id,name\n2,B\n3,c\n");
    Files.writeString(home.resolve("before.csv"), "id,name\n1,a\n2,b\n");
  }

  private String[] load(Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "load", "--from", file.toString(), "--to", "bigquery://local/shop", "--into", "t"));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private void resetTarget() {
    cli.run("query", "DROP TABLE IF EXISTS shop.t");
    succeed(load(home.resolve("before.csv")));
    assertThat(target()).isEqualTo(BEFORE);
  }

  private void succeed(String... arguments) {
    Result result = cli.run(arguments);
    assertThat(result.code()).as(result.err()).isZero();
  }

  private String target() {
    return query("SELECT STRING_AGG(CONCAT(id, ' ', name) ORDER BY id, name) FROM shop.t");
  }

  private String query(String sql) {
    Result result = cli.run("query", "--format", "csv", sql);
    assertThat(result.code()).as(result.err()).isZero();
    return result.out().lines().skip(1).findFirst().orElse("").replace("\"", "");
  }

  /** Kills one run before each step of its plan, amid its rows, and after its last step. */
  private void killEverywhere(String after, String afterTheNext, String... strategy)
      throws IOException, InterruptedException {
    int steps = 0;
    while (killAndGoOn("begin:" + steps, after, afterTheNext, strategy)) {
      steps++;
    }
    assertThat(steps).as("steps").isPositive();
    assertThat(killAndGoOn("rows", after, afterTheNext, strategy)).isTrue();
    assertThat(killAndGoOn("end:" + (steps - 1), after, afterTheNext, strategy)).isTrue();
  }

  /** Whether the run got to the boundary. */
  private boolean killAndGoOn(
      String boundary, String after, String afterTheNext, String... strategy)
      throws IOException, InterruptedException {
    resetTarget();
    if (!process.killAt(boundary, load(rows, strategy))) {
      assertThat(target()).isEqualTo(after);
      return false;
    }
    String found = target();
    assertThat(found).as(boundary).isIn(BEFORE, after);

    succeed(load(rows, strategy));

    assertThat(target()).as(boundary).isEqualTo(found.equals(BEFORE) ? after : afterTheNext);
    assertClean(boundary);
    return true;
  }

  private void assertClean(String boundary) throws IOException {
    assertThat(query("SELECT STRING_AGG(table_name) FROM shop.INFORMATION_SCHEMA.TABLES"))
        .as(boundary)
        .isEqualTo("t");
    assertThat(Cli.runs(home)).as(boundary).isEmptyDirectory();
  }

  @Test
  void replaceMergeAndAppendAreAllOrNothing() throws IOException, InterruptedException {
    try (LocalBigQuery server = LocalBigQuery.start(LocalOptions.in(Cli.local(home)))) {
      server.announce();
      Path classes = home.resolve("classes.jsa");
      new LoadProcess(cli, CommandJvm.writing(classes)).run(load(home.resolve("before.csv")));
      process = new LoadProcess(cli, CommandJvm.reading(classes));

      killEverywhere("2 B,3 c", "2 B,3 c");
      killEverywhere("2 B,3 c", "2 B,3 c", "--primary-key", "id", "--load-method", "streams");
      killEverywhere("1 a,2 B,3 c", "1 a,2 B,3 c", "--strategy", "merge", "--primary-key", "id");
      killEverywhere("1 a,2 B,2 b,3 c", "1 a,2 B,2 B,2 b,3 c,3 c", "--strategy", "append");
    }
  }

  /** What Ctrl-C does, by the signal that a build in the background does not ignore. */
  @Test
  void aRunThatIsToldToEndCleansUpAfterItself() throws IOException, InterruptedException {
    try (LocalBigQuery server = LocalBigQuery.start(LocalOptions.in(Cli.local(home)))) {
      server.announce();
      resetTarget();

      int code = process.endAt("begin:3", load(rows, "--strategy", "merge", "--primary-key", "id"));

      assertThat(code).isEqualTo(128 + 15);
      assertThat(target()).isEqualTo(BEFORE);
      assertClean("SIGTERM");
    }
  }

  @Test
  void aKilledRunWithItsOwnBigQueryIsCleanedUpToo() throws IOException, InterruptedException {
    resetTarget();

    assertThat(process.killAt("begin:3", load(rows, "--strategy", "merge", "--primary-key", "id")))
        .isTrue();

    assertThat(target()).isEqualTo(BEFORE);
    Result next = cli.run(load(rows, "--strategy", "merge", "--primary-key", "id"));
    assertThat(next.err()).contains("Cleaned up after run ").contains("its target is as before.");
    assertThat(next.code()).isZero();
    assertThat(target()).isEqualTo("1 a,2 B,3 c");
    assertClean("begin:3");
  }
}
