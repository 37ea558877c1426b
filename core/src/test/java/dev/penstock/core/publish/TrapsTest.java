package dev.penstock.core.publish;

import static dev.penstock.core.publish.PlanCases.existing;
import static dev.penstock.core.publish.PlanCases.request;
import static dev.penstock.core.publish.PlanCases.required;
import static dev.penstock.core.publish.PlanCases.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.write.StreamCommitter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traps that loaders are known for. */
class TrapsTest {
  private static final Column BIG =
      new Column("amount", ColumnType.BIGNUMERIC, ColumnMode.NULLABLE, List.of(), 58, 20, null);

  private final FakeTime time = new FakeTime();
  @TempDir private Path journals;
  private ScriptedService service;
  private TableAdmin tables;

  @BeforeEach
  void start() throws IOException {
    service = new ScriptedService();
    tables = new TableAdmin(service.connection, time);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private PublishReport runWithoutRows(Strategy strategy) {
    PublishPlan plan =
        PublishPlanner.plan(
            request(
                strategy,
                spec(PlanCases.ROWS, List.of("id"), null, List.of()),
                existing(spec(PlanCases.ROWS, List.of("id"), null, List.of())),
                LoadMethod.LOAD_JOB));
    RestCalls calls = new RestCalls(service.connection.rest(), time, Duration.ofSeconds(5));
    return new PublishRun(
            tables,
            new Jobs(service.connection, calls, time),
            (step, jobId, labels) -> {
              throw new AssertionError("rows of an empty source");
            },
            new StreamCommitter(service.connection, RetryBudget.RECOVERY, time),
            new RunJournals(journals, "project p", time),
            RunListener.NONE,
            time)
        .run(
            plan,
            new RunSource("none", false, new ListCursor(new SourceSchema(List.of()), List.of())));
  }

  /** D-16: a source that is empty by mistake empties its target. */
  @Test
  void d16ASourceWithoutRowsReplacesNothingUnlessItMay() {
    assertThatThrownBy(() -> runWithoutRows(new Strategy.Replace(false)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EMPTY_SOURCE))
        .hasMessage(
            "The source has no rows, and to replace shop.crm.customers by it would leave an empty"
                + " table. Nothing was changed. Check the source, or allow an empty one.");
    assertThat(service.calls).isEmpty();
  }

  private static PublishPlan merge(Column source, Column table) {
    Column id = required("id", ColumnType.INT64);
    return PublishPlanner.plan(
        request(
            new Strategy.Merge(),
            spec(new TableSchema(List.of(id, source)), List.of("id"), null, List.of()),
            existing(spec(new TableSchema(List.of(id, table)), List.of("id"), null, List.of())),
            LoadMethod.LOAD_JOB));
  }

  /** D-20: a cast by kind alone makes BIGNUMERIC values pass through NUMERIC. */
  @Test
  void d20StagingHasTheFullTypeOfTheTargetSoThatNothingIsCast() {
    for (ColumnType type : List.of(ColumnType.INT64, ColumnType.NUMERIC)) {
      PublishPlan plan = merge(Column.nullable("amount", type), BIG);

      assertThat(((Step.CreateTable) plan.steps().get(0)).spec().schema().find("amount"))
          .contains(BIG);
      assertThat(plan.text()).doesNotContain("CAST(");
      assertThat(plan.reasons())
          .contains(
              "values become the target's type while they are loaded, and one that does not fit"
                  + " ends the load: amount from "
                  + type
                  + " to BIGNUMERIC(58, 20)");
    }
  }

  /** D-22: a condition beside the key turns a row that is there into one that is not. */
  @Test
  void d22RowsMeetByTheirKeyAlone() {
    String sql =
        merge(BIG, BIG).steps().stream()
            .filter(Step.RunQuery.class::isInstance)
            .map(step -> ((Step.RunQuery) step).sql())
            .findFirst()
            .orElseThrow();

    assertThat(sql).contains("\n) AS S\nON T.`id` = S.`id`\nWHEN MATCHED AND (");
    assertThat(sql).contains("WHEN NOT MATCHED THEN INSERT");
  }

  /** D-45: an answer that is neither yes nor no is taken for "does not exist". */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "403 {\"error\":{\"code\":403,\"errors\":[{\"reason\":\"accessDenied\"}]}}",
        "500 {\"error\":{\"code\":500,\"errors\":[{\"reason\":\"backendError\"}]}}",
        "400 {\"error\":{\"code\":400,\"errors\":[{\"reason\":\"invalid\"}]}}"
      })
  void d45OnlyNotFoundCountsAsAbsent(String answer) {
    Destination table = new Destination("p", "d", "t");
    assertThat(tables.find(table)).isEmpty();

    service.answer("GET /datasets/d/tables/t", answer);

    assertThatThrownBy(() -> tables.find(table)).isInstanceOf(IngestException.class);
  }

  /** D-58: a run without rows still makes tables and scans the target. */
  @Test
  void d58ASourceWithoutRowsMakesAndRunsNothing() {
    for (Strategy strategy : List.of(new Strategy.Append(), new Strategy.Merge())) {
      PublishReport report = runWithoutRows(strategy);

      assertThat(report.rowsLoaded()).isZero();
      assertThat(report.jobs()).isEmpty();
      assertThat(report.warnings()).contains("the source has no rows: nothing was done");
    }
    assertThat(service.calls).isEmpty();
    assertThat(journals).isEmptyDirectory();
  }
}
