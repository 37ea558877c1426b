package dev.penstock.core.publish;

import static dev.penstock.core.publish.PublishFixture.PEOPLE;
import static dev.penstock.core.publish.PublishFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Appends by streams that are repeated under their run id: every row is stored once. */
class StreamsAgainIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("again");

  private static final AtomicInteger TABLES = new AtomicInteger();
  private static final ValueRow ANN = ValueRow.of(1L, "Ann", null);
  private static final ValueRow BOB = ValueRow.of(2L, "Bob", null);

  private final String table = "t" + TABLES.incrementAndGet();
  @TempDir private Path journals;
  private PublishFixture user;

  @BeforeEach
  void start() {
    user = new PublishFixture(BIGQUERY, "again", journals);
    user.named = true;
  }

  @AfterEach
  void stop() {
    user.close();
    BIGQUERY.faults().clear();
  }

  /** What no finally clause of a real process sees either. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Where a run dies. */
  private enum Death {
    BEFORE_FINALIZE(0, false),
    BEFORE_JOURNAL(0, false),
    BEFORE_COMMIT(2, false),
    AFTER_COMMIT(2, true);

    private final long already;
    private final boolean committed;

    Death(long already, boolean committed) {
      this.already = already;
      this.committed = committed;
    }
  }

  private record Dying(TableLoad load, Death death) implements TableLoad {
    @Override
    public void append(RowCursor rows) {
      load.append(rows);
    }

    @Override
    public long bytes() {
      return load.bytes();
    }

    @Override
    public Optional<FinishedStreams> prepare() {
      dieAt(Death.BEFORE_FINALIZE);
      Optional<FinishedStreams> streams = load.prepare();
      dieAt(Death.BEFORE_JOURNAL);
      return streams;
    }

    @Override
    public LoadResult finish() {
      dieAt(Death.BEFORE_COMMIT);
      LoadResult unused = load.finish();
      throw new Crash();
    }

    private void dieAt(Death here) {
      if (death == here) {
        throw new Crash();
      }
    }

    @Override
    public void close() {
      load.close();
    }
  }

  private PublishPlan plan(LoadMethod method) {
    return user.plan(table, new Strategy.Append(), spec(PEOPLE), method, null, "again_" + table);
  }

  private PublishReport append(ValueRow... rows) {
    return user.run(plan(LoadMethod.STREAMS), PEOPLE, rows);
  }

  private void dies(Death death) {
    Loads dying = (step, jobId, labels) -> new Dying(user.open(step, jobId, labels), death);
    PublishPlan plan = plan(LoadMethod.STREAMS);
    assertThat(
            catchThrowableOfType(
                Crash.class, () -> user.run(plan, dying, RunListener.NONE, PEOPLE, ANN, BOB)))
        .isNotNull();
  }

  private List<Object> names() {
    return BIGQUERY.table("again", table).rows().stream().map(row -> row.get("name")).toList();
  }

  @ParameterizedTest
  @EnumSource(Death.class)
  void aRunThatDiedIsFinishedOrBegunAnew(Death death) {
    dies(death);
    RecoveredRun recovered = user.recover().get(0);
    assertThat(recovered.end())
        .isEqualTo(
            death.committed
                ? RecoveredRun.End.PUBLISHED
                : death.already > 0 ? RecoveredRun.End.PREPARED : RecoveredRun.End.NOT_PUBLISHED);

    PublishReport again = append(ANN, BOB);

    assertThat(names()).containsExactlyInAnyOrder("Ann", "Bob");
    assertThat(again.alreadyLoaded()).isEqualTo(death.already);
    assertThat(append(ANN, BOB).alreadyLoaded()).isEqualTo(2);
    assertThat(names()).hasSize(2);
    assertThat(user.recover()).isEmpty();
  }

  @Test
  void aCommitWithoutAnAnswerIsFoundOutByTheRepetition() {
    BIGQUERY
        .faults()
        .add("BatchCommitWriteStreams", table, 1, 4, new Fault.EndCall("UNAVAILABLE", "away"));

    assertThatThrownBy(() -> append(ANN, BOB))
        .hasMessageEndingWith(
            "Whether its rows are stored is unknown: look before loading again. A repetition under"
                + " the run id again_"
                + table
                + " finds out by itself.");

    assertThat(append(ANN, BOB).alreadyLoaded()).isEqualTo(2);
    assertThat(names()).hasSize(2);
  }

  @Test
  void isRefusedWhenTheServiceDoesNotKnowTheStreamsAnyMore() {
    dies(Death.BEFORE_COMMIT);
    BIGQUERY.faults().add("GetWriteStream", table, 1, 1, new Fault.DropStream());
    assertThat(user.recover().get(0).end()).isEqualTo(RecoveredRun.End.UNKNOWN);

    assertThatThrownBy(() -> append(ANN, BOB))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_USED))
        .hasMessageEndingWith(
            "is refused: a run of this id had sent these rows by write streams, and BigQuery does"
                + " not know the streams any more: whether their 2 rows are stored cannot be found"
                + " out. Nothing was changed. Give this run an id of its own.");
  }

  @Test
  void otherRowsUnderTheIdAreRefused() {
    append(ANN);

    assertThatThrownBy(() -> append(ANN, BOB))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_USED))
        .hasMessageContaining("loaded other rows before, or rows into another table");

    assertThat(names()).containsExactly("Ann");
  }

  @Test
  void isNotTakenForDoneWhenItsTableIsGoneOrAnother() {
    append(ANN);
    user.tables.drop(user.table(table));

    assertThatThrownBy(() -> append(ANN))
        .hasMessageContaining("loaded these rows before by write streams, and the table is gone.");

    user.named = false;
    user.run(
        user.plan(table, new Strategy.Append(), spec(PEOPLE), LoadMethod.STREAMS), PEOPLE, BOB);
    assertThatThrownBy(() -> append(ANN))
        .hasMessageContaining("the table is gone: the one of its name was made later.");
  }

  @Test
  void theWayOfTheRowsDoesNotMatter() {
    append(ANN, BOB);
    PublishReport byJob = user.run(plan(LoadMethod.LOAD_JOB), PEOPLE, ANN, BOB);
    assertThat(byJob.alreadyLoaded()).isEqualTo(2);

    PublishPlan job =
        user.plan(
            table, new Strategy.Append(), spec(PEOPLE), LoadMethod.LOAD_JOB, null, "j" + table);
    PublishPlan streams =
        user.plan(
            table, new Strategy.Append(), spec(PEOPLE), LoadMethod.STREAMS, null, "j" + table);
    user.run(job, PEOPLE, ANN);
    assertThat(user.run(streams, PEOPLE, ANN).alreadyLoaded()).isEqualTo(1);
    assertThat(names()).hasSize(3);
  }

  @Test
  void aReplacementBeginsAnewUnderTheIdOfAnAppend() {
    append(ANN, BOB);
    PublishPlan replace =
        user.plan(
            table,
            new Strategy.Replace(false),
            spec(PEOPLE),
            LoadMethod.LOAD_JOB,
            null,
            "again_" + table);

    assertThat(user.run(replace, PEOPLE, BOB).inserted()).isEqualTo(1);
  }

  @Test
  void aRunThatWasNotNamedLeavesNothing() {
    user.named = false;

    append(ANN);

    assertThat(journals).isEmptyDirectory();
  }
}
