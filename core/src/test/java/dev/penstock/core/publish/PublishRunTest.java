package dev.penstock.core.publish;

import static dev.penstock.core.publish.PublishFixture.PEOPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.model.Destination;
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

/** Steps that fail, each in its own way. */
class PublishRunTest {
  private static final String STAGING = "/datasets/d/tables/t__stg_r1";
  private static final String STAGED =
      "{\"type\":\"TABLE\",\"labels\":{\"run_id\":\"r1\"},\"schema\":{\"fields\":[]}}";
  private static final String PUBLISH = "/jobs/penstock_r1_3_publish";

  private final FakeTime time = new FakeTime();
  @TempDir private Path journals;
  private ScriptedService service;

  @BeforeEach
  void start() throws IOException {
    service =
        new ScriptedService()
            .answer("GET /datasets/d", "{\"location\":\"EU\"}")
            .answer("POST /datasets/d/tables", STAGED)
            .answer("GET " + STAGING, STAGED)
            .answer("DELETE " + STAGING, "{}");
  }

  @AfterEach
  void stop() {
    Thread.interrupted();
    service.close();
  }

  private static String job(String id, String status) {
    return "{\"jobReference\":{\"projectId\":\"p\",\"jobId\":\""
        + id
        + "\",\"location\":\"EU\"},\"status\":"
        + status
        + "}";
  }

  private void counts(String rows) {
    service.answer(
        "GET /queries/penstock_r1_2_count",
        "{\"jobComplete\":true,\"rows\":[{\"f\":[{\"v\":\""
            + rows
            + "\"},{\"v\":\""
            + rows
            + "\"}]}]}");
  }

  /** Takes every row. */
  private static class Taken implements TableLoad {
    private long rows;

    @Override
    public void append(RowCursor source) {
      rows++;
    }

    @Override
    public long bytes() {
      return 0;
    }

    @Override
    public LoadResult finish() {
      return new LoadResult(rows, 0, null);
    }

    @Override
    public void close() {}
  }

  private PublishReport run(RunListener listener) {
    return run(new Strategy.Merge(), new Taken(), listener);
  }

  private PublishReport run(Strategy strategy, TableLoad load, RunListener listener) {
    PublishPlan plan =
        PublishPlanner.plan(
            new PublishRequest(
                new Destination("p", "d", "t"),
                strategy,
                PublishFixture.spec(PEOPLE, "id"),
                null,
                LoadMethod.STREAMS,
                true,
                null,
                "r1"));
    RestCalls calls = new RestCalls(service.connection.rest(), time, Duration.ofSeconds(5));
    return new PublishRun(
            new TableAdmin(service.connection, time),
            new Jobs(service.connection, calls, time),
            (step, jobId, labels) -> load,
            new StreamCommitter(service.connection, RetryBudget.RECOVERY, time),
            new RunJournals(journals, "project p", time),
            listener,
            time)
        .run(
            plan,
            new RunSource(
                "rows", false, new ListCursor(PEOPLE, List.of(ValueRow.of(1L, "Ann", null)))));
  }

  @Test
  void publishesNothingWhenRowsAreMissing() {
    service.answer("POST /jobs", job("penstock_r1_2_count", "{\"state\":\"DONE\"}"));
    counts("0");

    assertThatThrownBy(() -> run(RunListener.NONE))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
        .hasMessage(
            "Table p.d.t__stg_r1 holds 0 rows although 1 were loaded, so nothing is published. Load"
                + " again; if it stays so, keep the job ids of the run and ask the service's"
                + " support.");

    assertThat(service.calls).contains("DELETE " + STAGING).containsOnlyOnce("POST /jobs");
    assertThat(journals).isEmptyDirectory();
  }

  @Test
  void tellsWhenTheJobOfAnInterruptedRunSucceeded() {
    service.answer(
        "POST /jobs",
        job("penstock_r1_2_count", "{\"state\":\"DONE\"}"),
        job("penstock_r1_3_publish", "{\"state\":\"RUNNING\"}"));
    counts("1");
    service
        .answer("POST " + PUBLISH + "/cancel", "{}")
        .answer(
            "GET " + PUBLISH,
            job("penstock_r1_3_publish", "{\"state\":\"RUNNING\"}"),
            job("penstock_r1_3_publish", "{\"state\":\"DONE\"}"));
    RunListener interrupts =
        new RunListener() {
          @Override
          public void begins(int index, Step step) {
            if (step instanceof Step.RunQuery) {
              Thread.currentThread().interrupt();
            }
          }
        };

    assertThatThrownBy(() -> run(interrupts))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED))
        .hasMessage(
            "Waiting for job penstock_r1_3_publish was interrupted. Its job succeeded all the same:"
                + " p.d.t holds the rows of the run.");

    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(service.calls)
        .containsSubsequence("POST " + PUBLISH + "/cancel", "DELETE " + STAGING);
    assertThat(journals).isEmptyDirectory();
  }

  @Test
  void leavesTheJournalToTheNextRunWhenItCannotCleanUp() {
    service
        .answer(
            "POST /jobs",
            job("penstock_r1_2_count", "{\"state\":\"DONE\"}"),
            job(
                "penstock_r1_3_publish",
                "{\"state\":\"DONE\",\"errorResult\":{\"reason\":\"invalidQuery\",\"message\":\"no\"}}"))
        .answer(
            "DELETE " + STAGING,
            "403 {\"error\":{\"code\":403,\"errors\":[{\"reason\":\"accessDenied\"}]}}");
    counts("1");

    assertThatThrownBy(() -> run(RunListener.NONE))
        .hasMessage(
            "Job penstock_r1_3_publish failed: no. The next run cleans up after this one, since that"
                + " failed now: Dropping table p.d.t__stg_r1 failed: null. Grant the credentials"
                + " roles/bigquery.dataEditor on the dataset and roles/bigquery.jobUser on the"
                + " project.");

    assertThat(journals).isDirectoryContaining("glob:**/r1.journal");
  }

  /** D-09. */
  @Test
  void keepsAStagingTableAliveAsLongAsTheRunTakes() {
    service
        .answer("POST /jobs", job("penstock_r1_2_count", "{\"state\":\"DONE\"}"))
        .answer("POST " + STAGING, STAGED);
    counts("0");
    RunListener slow =
        new RunListener() {
          @Override
          public void begins(int index, Step step) {
            time.advance(Duration.ofHours(5));
          }
        };

    assertThatThrownBy(() -> run(slow)).hasMessageContaining(" holds 0 rows although 1 ");

    assertThat(service.calls)
        .containsSubsequence("POST /datasets/d/tables", "POST " + STAGING, "POST /jobs")
        .containsOnlyOnce("POST " + STAGING);
  }

  @Test
  void leavesTheStagingTableOfAnotherRunWithItsIdAlone() {
    service
        .answer("POST /datasets/d/tables", "409 {\"error\":{\"code\":409,\"message\":\"there\"}}")
        .answer("GET " + STAGING, STAGED.replace("\"r1\"", "\"r1\",\"attempt\":\"abc\""));

    assertThatThrownBy(() -> run(RunListener.NONE))
        .hasMessageStartingWith("Table p.d.t__stg_r1 is there already: another run with the id r1");

    assertThat(service.calls).doesNotContain("DELETE " + STAGING);
    assertThat(journals).isEmptyDirectory();
  }

  @Test
  void cleansUpAfterAListenerThatFails() {
    RunListener fails =
        new RunListener() {
          @Override
          public void begins(int index, Step step) {
            if (index == 1) {
              throw new IllegalStateException("the screen is gone");
            }
          }
        };

    assertThatThrownBy(() -> run(fails)).hasMessage("the screen is gone");

    assertThat(service.calls).contains("DELETE " + STAGING);
    assertThat(journals).isEmptyDirectory();
  }

  /** Fails while rows are made readable, or before. */
  private record Fails(boolean whenCommitted) implements TableLoad {
    @Override
    public void append(RowCursor source) {
      if (!whenCommitted) {
        throw new IngestException(ErrorCode.ROW_INVALID, "a row");
      }
    }

    @Override
    public long bytes() {
      return 0;
    }

    @Override
    public LoadResult finish() {
      throw new IngestException(ErrorCode.UNAVAILABLE, "no answer");
    }

    @Override
    public void close() {}
  }

  @Test
  void keepsATargetThatItMadeWhereRowsMayBeCommitted() {
    service.answer("GET /datasets/d/tables/t", STAGED);

    assertThatThrownBy(() -> run(new Strategy.Append(), new Fails(true), RunListener.NONE))
        .hasMessage("no answer");

    assertThat(service.calls).doesNotContain("DELETE /datasets/d/tables/t");
  }

  @Test
  void dropsATargetThatItMadeAndPutNoRowsIn() {
    service.answer("GET /datasets/d/tables/t", STAGED).answer("DELETE /datasets/d/tables/t", "{}");

    assertThatThrownBy(() -> run(new Strategy.Append(), new Fails(false), RunListener.NONE))
        .hasMessage("a row");

    assertThat(service.calls).contains("DELETE /datasets/d/tables/t");
  }

  @Test
  void leavesCleaningToTheNextRunWhenTheServerIsGone() {
    TableLoad gone =
        new Taken() {
          @Override
          public LoadResult finish() {
            service.close();
            throw new IngestException(ErrorCode.UNAVAILABLE, "The server has ended.");
          }
        };

    assertThatThrownBy(() -> run(new Strategy.Merge(), gone, RunListener.NONE))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessage("The server has ended. The next run cleans up after this one.");

    assertThat(journals).isDirectoryContaining("glob:**/r1.journal");
    assertThat(time.sleptMillis()).isLessThan(11_000);
  }

  @Test
  void findsOutThatThereIsNoDatasetBeforeAnythingElse() {
    service.answer(
        "GET /datasets/d",
        "404 {\"error\":{\"code\":404,\"message\":\"Not found: Dataset p:d\",\"errors\":[{\"reason\":\"notFound\"}]}}");

    assertThatThrownBy(() -> run(RunListener.NONE))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATASET_NOT_FOUND));

    assertThat(service.calls).containsExactly("GET /datasets/d");
    assertThat(journals).isEmptyDirectory();
  }
}
