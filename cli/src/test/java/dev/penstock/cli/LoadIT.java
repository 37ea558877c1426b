package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.cli.Cli.Result;
import dev.penstock.cli.destination.BigQueryUri;
import dev.penstock.cli.destination.LoadChoice;
import dev.penstock.cli.load.LoadRequest;
import dev.penstock.cli.load.LoadSession;
import dev.penstock.cli.report.RunView;
import dev.penstock.cli.report.RunViews;
import dev.penstock.cli.source.SourceUri;
import dev.penstock.core.publish.PublishPlan;
import dev.penstock.core.publish.Strategy;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of {@code penstock load} against a running local BigQuery. */
@Tag("sql")
class LoadIT {
  private static final int ROWS = 200_000;

  @TempDir private static Path home;
  private static LocalBigQuery server;

  private final Cli cli = new Cli(home);

  @BeforeAll
  static void startServer() {
    server = LocalBigQuery.start(LocalOptions.in(Cli.local(home)));
    server.announce();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  /** Rows 1 to {@code rows}; those that are changed have another price. */
  private static Path orders(String name, int rows, IntPredicate changed) throws IOException {
    Path file = home.resolve(name);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("id,customer,price,ordered_at,paid\n");
      for (int id = 1; id <= rows; id++) {
        out.write(
            String.format(
                Locale.ROOT,
                "%d,\"customer %d\",%d.%02d,2026-01-%02dT10:00:00Z,%b%n",
                id,
                id % 1_000,
                changed.test(id) ? 1_000_000 + id : id,
                id % 100,
                id % 28 + 1,
                id % 2 == 0));
      }
    }
    return file;
  }

  private Result merge(Path file) {
    return cli.run(
        "load",
        "--from",
        file.toString(),
        "--to",
        "bigquery://local/shop",
        "--into",
        "orders",
        "--strategy",
        "merge",
        "--primary-key",
        "id",
        "--json");
  }

  private static void assertChanges(Result run, long inserted, long updated, long unchanged) {
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode report = run.lastEvent();
    assertThat(report.get("event").asText()).isEqualTo("finished");
    assertThat(report.get("inserted").asLong()).as("inserted").isEqualTo(inserted);
    assertThat(report.get("updated").asLong()).as("updated").isEqualTo(updated);
    assertThat(report.get("unchanged").asLong()).as("unchanged").isEqualTo(unchanged);
  }

  private String query(String sql) {
    Result result = cli.run("query", "--format", "csv", sql);
    assertThat(result.code()).as(result.err()).isZero();
    return result.out().substring(result.out().indexOf('\n') + 1).strip();
  }

  @Test
  void aSecondMergeChangesNothingAndAThirdOnlyWhatDiffers() throws IOException {
    Path first = orders("first.csv", ROWS, id -> false);
    Path changed = orders("changed.csv", ROWS + 3, id -> id % 1_500 == 0);

    assertChanges(merge(first), ROWS, 0, 0);
    assertChanges(merge(first), 0, 0, ROWS);
    assertChanges(merge(changed), 3, 133, ROWS - 133);

    assertThat(query("SELECT COUNT(*), COUNTIF(price > 1000000) FROM shop.orders"))
        .isEqualTo("200003,133");
    assertThat(Cli.runs(home)).isDirectoryNotContaining("glob:**/*.journal");
  }

  @Test
  void nothingIsReplacedByNothingUnlessToldSo() throws IOException {
    Path full = Files.writeString(home.resolve("full.csv"), "id,name\n1,a\n2,b\n");
    Path empty = Files.writeString(home.resolve("empty.csv"), "id,name\n");

    assertThat(replace(full).code()).isZero();
    Result refused = replace(empty);
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err()).startsWith("penstock: ").contains("on-empty").hasLineCount(1);
    assertThat(query("SELECT COUNT(*) FROM shop.people")).isEqualTo("2");

    assertThat(replace(empty, "--on-empty", "replace").code()).isZero();
    assertThat(query("SELECT COUNT(*) FROM shop.people")).isEqualTo("0");
  }

  @Test
  void aFileThatChangesWhileItIsLoadedLeavesTheTargetAsItWas() throws IOException {
    Path file = Files.writeString(home.resolve("grows.csv"), "id,name\n1,a\n");
    for (Strategy strategy :
        List.of(new Strategy.Replace(false), new Strategy.Append(), new Strategy.Merge())) {
      assertThat(replace(Files.writeString(file, "id,name\n1,a\n")).code()).isZero();
      try (RunView view = RunViews.json(new PrintWriter(Writer.nullWriter()));
          LoadSession session =
              LoadSession.open(into("people", file, strategy), cli.environment(), view)) {
        PublishPlan plan = session.plan();
        Files.writeString(file, "id,name\n1,a\n2,b\n");

        assertThatThrownBy(() -> session.run(plan))
            .hasMessageStartingWith(file + " changed while it was read: 12 bytes of ");
      }
      assertThat(query("SELECT STRING_AGG(name) FROM shop.people")).isEqualTo("a");
      assertThat(Cli.runs(home)).isDirectoryNotContaining("glob:**/*.journal");
    }
  }

  @Test
  void anAppendByStreamsIsDoneOncePerRunId() throws IOException {
    Path file = Files.writeString(home.resolve("streamed.csv"), "id,name\n1,a\n2,b\n");
    String[] append = {
      "load",
      "--from",
      file.toString(),
      "--to",
      "bigquery://local/shop",
      "--strategy",
      "append",
      "--load-method",
      "streams"
    };

    assertThat(cli.run(with(append, "--run-id", "streamed_1")).code()).isZero();
    Result again = cli.run(with(append, "--run-id", "streamed_1"));
    assertThat(again.out())
        .startsWith(
            "Already loaded by this run: 2 rows, which local.shop.streamed has; nothing was sent.");
    assertThat(query("SELECT COUNT(*) FROM shop.streamed")).isEqualTo("2");

    Files.writeString(file, "id,name\n3,c\n");
    assertThat(cli.run(with(append, "--run-id", "streamed_1")).code()).isEqualTo(3);
    assertThat(cli.run(append).code()).isZero();
    assertThat(query("SELECT COUNT(*) FROM shop.streamed")).isEqualTo("3");
  }

  @Test
  void aPlanTellsThatTheDatasetIsMissingAndDoesNotMakeIt() throws IOException {
    Path file = Files.writeString(home.resolve("any.csv"), "id\n1\n");
    String[] plan = {"plan", "--from", file.toString(), "--to", "bigquery://local/shpo"};

    for (int times = 0; times < 2; times++) {
      assertThat(cli.run(plan).out())
          .endsWith(
              """

              Warnings
                - dataset local.shpo does not exist: the load creates it first. Check its name
              """);
    }
  }

  @Test
  void aMergePublishesBesideAGeographyAndComparesIt() throws IOException {
    Path first = places("geo1.csv", "1,POINT(1 2)\n2,POINT(3 4)\n");
    Path next = places("geo2.csv", "1,point (1.0 2)\n2,POINT(3 5)\n");
    Path wrong = places("geo3.csv", "3,POINT(3 91)\n");

    assertChanges(mergePlaces(first), 2, 0, 0);
    assertChanges(mergePlaces(next), 0, 1, 1);
    Result refused = mergePlaces(wrong);
    assertThat(refused.code()).isNotZero();
    assertThat(refused.lastEvent().get("message").asText())
        .contains("Invalid GEOGRAPHY value on field at: latitude 91 is not in [-90, 90].");
    assertThat(query("SELECT STRING_AGG(ST_ASTEXT(`at`), ';' ORDER BY id) FROM shop.places"))
        .isEqualTo("POINT(1 2);POINT(3 5)");
  }

  private static Path places(String name, String rows) throws IOException {
    return Files.writeString(home.resolve(name), "id,at\n" + rows);
  }

  private Result mergePlaces(Path file) {
    return cli.run(
        "load",
        "--from",
        file.toString(),
        "--to",
        "bigquery://local/shop",
        "--into",
        "places",
        "--strategy",
        "merge",
        "--primary-key",
        "id",
        "--columns",
        "at:GEOGRAPHY",
        "--json");
  }

  private static String[] with(String[] arguments, String... more) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return all;
  }

  private static LoadRequest into(String table, Path file, Strategy strategy) {
    return new LoadRequest(
        SourceUri.parse("--from", file.toString()),
        null,
        BigQueryUri.parse("--to", "bigquery://local/shop"),
        "shop",
        table,
        strategy,
        strategy instanceof Strategy.Merge ? List.of("id") : List.of(),
        null,
        null,
        List.of(),
        List.of(),
        LoadChoice.AUTO,
        true,
        false,
        "changes_" + strategy.word(),
        false);
  }

  private Result append(String runId, Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("load", "--from", file.toString(), "--to", "bigquery://local/shop"));
    arguments.addAll(List.of("--into", "log", "--strategy", "append", "--run-id", runId));
    arguments.addAll(List.of(more));
    return cli.run(arguments.toArray(String[]::new));
  }

  @Test
  void anAppendIsDoneOncePerRunIdAndOnlyForItsOwnRows() throws IOException {
    Path first = Files.writeString(home.resolve("log1.csv"), "id,name\n1,a\n2,b\n");
    Path copy = Files.writeString(home.resolve("log1_copy.csv"), "id,name\n1,a\n2,b\n");
    Path other = Files.writeString(home.resolve("log2.csv"), "id,more\n8,x\n9,y\n");

    assertThat(append("log_1", first).code()).isZero();
    Result again = append("log_1", copy, "--json");
    assertThat(again.lastEvent().get("already_loaded").asLong()).isEqualTo(2);
    assertThat(again.lastEvent().get("inserted").asLong()).isZero();
    assertThat(append("log_1", first).out())
        .startsWith("Already loaded by this run: 2 rows, which local.shop.log has; nothing was");

    Result refused = append("log_1", other);
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err())
        .contains(
            "penstock: Run log_1 into local.shop.log is refused: a run of this id loaded other rows",
            "Nothing was changed. Give this run an id of its own. Name it by --run-id, or leave"
                + " that out.");
    assertThat(append("log_1", first, "--columns", "id:STRING").code()).isEqualTo(3);

    assertThat(query("SELECT COUNT(*) FROM shop.log")).isEqualTo("2");
    assertThat(
            query("SELECT COUNT(*) FROM shop.INFORMATION_SCHEMA.COLUMNS WHERE table_name = 'log'"))
        .isEqualTo("2");
  }

  private Result replace(Path file, String... more) {
    String[] arguments = {
      "load", "--from", file.toString(), "--to", "bigquery://local/shop", "--into", "people"
    };
    return cli.run(with(arguments, more));
  }
}
