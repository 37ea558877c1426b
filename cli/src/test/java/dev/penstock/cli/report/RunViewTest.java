package dev.penstock.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.publish.LoadMethod;
import dev.penstock.core.publish.PublishPlan;
import dev.penstock.core.publish.PublishReport;
import dev.penstock.core.publish.PublishReport.RunJob;
import dev.penstock.core.publish.PublishRequest;
import dev.penstock.core.publish.Step;
import dev.penstock.core.publish.Strategy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RunViewTest {
  private static final Destination TARGET = new Destination("local", "shop", "orders");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static PublishPlan plan(Strategy strategy) {
    TableSpec spec =
        new TableSpec(
            new TableSchema(List.of(Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED))),
            List.of("id"),
            null,
            List.of());
    PublishRequest request =
        new PublishRequest(TARGET, strategy, spec, null, LoadMethod.LOAD_JOB, true, null, "r1");
    return new PublishPlan(
        request,
        List.of(
            new Step.LoadRows(request.staging(), LoadMethod.LOAD_JOB, true),
            new Step.RunQuery(TARGET, "MERGE"),
            new Step.DropTable(request.staging())),
        List.of("because"),
        List.of("labels"),
        List.of("beware"));
  }

  private static PublishReport report(Strategy strategy, long rows) {
    return new PublishReport(
        plan(strategy),
        rows,
        rows,
        12_345_678,
        0,
        3,
        2,
        rows - 5,
        0,
        List.of(new RunJob("load", "penstock_load_1", Duration.ofMillis(2_100), 0)),
        10_485_760,
        List.of("mind this"),
        Duration.ofSeconds(65));
  }

  private void showTo(RunView view) {
    PublishPlan plan = plan(new Strategy.Merge());
    view.note("Created dataset local.shop.");
    view.planned(plan, OptionalLong.of(200_000));
    for (int i = 0; i < plan.steps().size(); i++) {
      view.begins(i, plan.steps().get(i));
      view.loaded(100_000, 6_200_000);
      view.ended(i, plan.steps().get(i), Duration.ofMillis(7));
    }
    view.finished(report(new Strategy.Merge(), 200_000));
    view.close();
  }

  @Test
  void theReportTellsWhatBecameOfTheRows() {
    showTo(RunViews.text(new PrintWriter(out), new PrintWriter(err), Map.of()));

    assertThat(out.toString())
        .isEqualTo(
            """
            Merged into local.shop.orders in 1 min 05 s
              run         r1
              read        200,000 rows
              loaded      200,000 rows, 12.3 MB, by a load job
              inserted    3 rows
              updated     2 rows
              unchanged   199,995 rows
              job         load penstock_load_1, 2.1 s
              billed      10.5 MB of queries
              mind        mind this
            """);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            """
            Created dataset local.shop.
            Mind: beware
            The target loses: labels
            """);
  }

  private static PublishReport alreadyLoaded() {
    return new PublishReport(
        plan(new Strategy.Append()),
        0,
        0,
        0,
        12,
        0,
        0,
        0,
        0,
        List.of(new RunJob("load", "penstock_r1_1_load", Duration.ofMillis(400), 0)),
        0,
        List.of(),
        Duration.ofMillis(90));
  }

  @Test
  void aRepeatedAppendSaysThatItsRowsWereThere() {
    try (RunView view = RunViews.text(new PrintWriter(out), new PrintWriter(err), Map.of())) {
      view.alreadyLoaded(12);
      view.finished(alreadyLoaded());
    }

    assertThat(out.toString())
        .isEqualTo(
            """
            Already loaded by this run: 12 rows, which local.shop.orders has; nothing was sent.
              run         r1
              job         load penstock_r1_1_load, 0.4 s
            """);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aRepeatedAppendIsAFieldOfTheReport() throws IOException {
    try (RunView view = RunViews.json(new PrintWriter(out))) {
      view.finished(alreadyLoaded());
    }

    JsonNode report = events().get(0);
    assertThat(report.get("already_loaded").asLong()).isEqualTo(12);
    assertThat(report.get("inserted").asLong()).isZero();
    assertThat(report.get("bytes_loaded").asLong()).isZero();
  }

  @Test
  void progressTellsRowsAndBytesWhileRowsAreLoaded() {
    assertThat(
            JsonView.progressEvent(
                    new Progress("load_rows", 5, 9, false, 1_234, Duration.ofMillis(7)))
                .without("time")
                .toString())
        .isEqualTo(
            "{\"event\":\"progress\",\"phase\":\"load_rows\",\"rows\":5,\"rows_total\":9,"
                + "\"bytes_loaded\":1234,\"phase_ms\":7}");
  }

  @Test
  void aSourceWithoutRowsIsOneLine() {
    assertThat(new ReportText(report(new Strategy.Append(), 0)).text())
        .isEqualTo("The source has no rows, nothing to do: local.shop.orders is as before.\n");
    assertThat(new ReportText(report(new Strategy.Replace(true), 0)).text())
        .isEqualTo("The source has no rows: local.shop.orders is empty now (1 min 05 s).\n");
  }

  @Test
  void eventsHaveExactlyTheFieldsOfTheReference() throws IOException {
    RunView view = RunViews.json(new PrintWriter(out));
    view.reading(1, 2);
    showTo(view);
    view.failed("no", ExitCode.BAD_DATA);

    List<String> documented = documentedFields();
    for (JsonNode event : events()) {
      String name = event.get("event").asText();
      List<String> fields = new ArrayList<>();
      event.fieldNames().forEachRemaining(field -> fields.add(name + "." + field));
      fields.removeAll(List.of(name + ".event", name + ".time"));
      assertThat(documented.stream().filter(f -> f.startsWith(name + ".")))
          .containsExactlyInAnyOrderElementsOf(fields);
    }
    assertThat(new TreeSet<>(documented.stream().map(f -> f.replaceAll("\\..*", "")).toList()))
        .containsExactly(
            "failed", "finished", "note", "plan", "progress", "step_begin", "step_end");
  }

  @Test
  void eventsTellStepsInOrder() throws IOException {
    showTo(RunViews.json(new PrintWriter(out)));

    assertThat(events().stream().map(e -> e.get("event").asText() + " " + e.path("kind").asText()))
        .containsExactly(
            "note ",
            "plan ",
            "step_begin load_rows",
            "step_end load_rows",
            "step_begin run_query",
            "step_end run_query",
            "step_begin drop_table",
            "step_end drop_table",
            "finished ");
  }

  private List<JsonNode> events() throws JsonProcessingException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      events.add(new ObjectMapper().readTree(line));
    }
    return events;
  }

  /** {@code event.field} for every field in the table of the reference. */
  private static List<String> documentedFields() throws IOException {
    List<String> fields = new ArrayList<>();
    String event = "";
    for (String line : Files.readAllLines(Path.of("../docs/reference/cli-events.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length > 3 && cells[2].contains("`")) {
        event = cells[1].isBlank() ? event : cells[1].strip().replace("`", "");
        for (String field :
            Pattern.compile("`(\\w+)`").matcher(cells[2]).results().map(r -> r.group(1)).toList()) {
          fields.add(event + "." + field);
        }
      }
    }
    return fields;
  }

  @Test
  void aTerminalGetsABarOfOneLine() {
    TerminalLine line = new TerminalLine(new PrintWriter(err), true);

    line.show(
        new Progress("loading rows", 50_000, 200_000, false, 3_100_000, Duration.ofSeconds(2)));
    line.show(new Progress("publishing", 0, 0, false, 0, Duration.ofSeconds(61)));
    line.clear();

    assertThat(err.toString())
        .isEqualTo(
            "\r\u001b[K\u001b[32m[##........]  25%  \u001b[0m"
                + "loading rows  50,000 rows  3.1 MB  25,000 rows/s  2.0 s"
                + "\r\u001b[Kpublishing  1 min 01 s"
                + "\r\u001b[K");
  }

  @Test
  void noColourMeansNone() {
    new TerminalLine(new PrintWriter(err), false)
        .show(new Progress("reading", 1_500, 3_000, true, 0, Duration.ofMillis(100)));

    assertThat(err.toString()).isEqualTo("\r\u001b[K[#####.....]  50%  reading  1.5 kB  0.1 s");
  }

  @Test
  void aLogGetsWholeLines() {
    new LogLines(new PrintWriter(err))
        .show(new Progress("loading rows", 1_000, 2_000, false, 45_600, Duration.ofSeconds(10)));

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "loading rows  1,000 of 2,000 rows  45.6 kB  100 rows/s  10.0 s");
  }
}
