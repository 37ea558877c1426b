package dev.penstock.core.publish;

import static dev.penstock.core.publish.PublishFixture.PEOPLE;
import static dev.penstock.core.publish.PublishFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two runs into one target at once, of which each tells the truth (D-47). */
@Tag("sql")
class ConcurrentRunsIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private static final AtomicInteger DATASETS = new AtomicInteger();
  private static final Strategy REPLACE = new Strategy.Replace(false);
  private static final Strategy APPEND = new Strategy.Append();
  private static final Strategy MERGE = new Strategy.Merge();

  private static final ValueRow ANN = ValueRow.of(1L, "Ann", null);
  private static final ValueRow ANNA = ValueRow.of(1L, "Anna", null);
  private static final ValueRow BOB = ValueRow.of(2L, "Bob", null);

  private final String dataset = "concurrent" + DATASETS.incrementAndGet();
  @TempDir private Path journals;
  @TempDir private Path otherJournals;
  private PublishFixture user;
  private PublishFixture other;

  @BeforeEach
  void start() {
    String created = BIGQUERY.createDataset(dataset);
    user = new PublishFixture(BIGQUERY, created, journals);
    other = new PublishFixture(BIGQUERY, created, otherJournals);
  }

  @AfterEach
  void stop() {
    user.close();
    other.close();
  }

  private List<List<Object>> rows() {
    return BIGQUERY.table(dataset, "t").rows().stream()
        .map(row -> Arrays.asList(row.values().toArray()))
        .sorted((a, b) -> a.toString().compareTo(b.toString()))
        .toList();
  }

  private PublishReport run(PublishFixture who, Strategy strategy, ValueRow... rows) {
    return who.run(who.plan("t", strategy, spec(PEOPLE, "id"), LoadMethod.LOAD_JOB), PEOPLE, rows);
  }

  /** Does something when the rows of the run are staged and about to be published. */
  private PublishReport runWithAnother(PublishPlan plan, Runnable another, ValueRow... rows) {
    RunListener meanwhile =
        new RunListener() {
          @Override
          public void begins(int index, Step step) {
            if (index == plan.publishingStep()) {
              another.run();
            }
          }
        };
    return user.run(plan, user::open, meanwhile, PEOPLE, rows);
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void aReplacementTellsThatRowsOfAnotherRunWereReplacedToo(LoadMethod method) {
    run(user, REPLACE, ANN);
    PublishPlan plan = user.plan("t", REPLACE, spec(PEOPLE), method);

    PublishReport report = runWithAnother(plan, () -> run(other, APPEND, BOB), ANNA);

    assertThat(rows()).containsExactly(Arrays.asList(1L, "Anna", null));
    assertThat(report.warnings())
        .contains(
            "another writer changed "
                + user.table("t")
                + " while this run loaded, and what it wrote was replaced too");
  }

  @Test
  void aReplacementThatWasAloneWarnsOfNobody() {
    run(user, REPLACE, ANN);

    assertThat(run(user, REPLACE, BOB).warnings()).noneMatch(w -> w.contains("another writer"));
  }

  @Test
  void twoMergesCountWhatEachOfThemChanged() {
    run(user, REPLACE, ANN);
    PublishPlan plan = user.plan("t", MERGE, spec(PEOPLE, "id"), LoadMethod.LOAD_JOB);

    PublishReport report = runWithAnother(plan, () -> run(other, MERGE, ANNA, BOB), ANN, BOB);

    assertThat(rows())
        .containsExactly(Arrays.asList(1L, "Ann", null), Arrays.asList(2L, "Bob", null));
    assertThat(report.inserted()).isZero();
    assertThat(report.updated()).isEqualTo(1);
    assertThat(report.unchanged()).isEqualTo(1);
  }

  @Test
  void aMergeThatFindsTheTableMadeMeanwhileChangesNothing() {
    PublishPlan plan = user.plan("t", MERGE, spec(PEOPLE, "id"), LoadMethod.LOAD_JOB);

    assertThatThrownBy(() -> runWithAnother(plan, () -> run(other, MERGE, ANNA, BOB), ANN))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
        .hasMessageEndingWith(
            " Another run made it meanwhile; this one changed nothing. Run it again, and it finds"
                + " that table.");

    assertThat(rows())
        .containsExactly(Arrays.asList(1L, "Anna", null), Arrays.asList(2L, "Bob", null));
    assertThat(BIGQUERY.tables(dataset)).containsExactly("t");
  }

  private PublishPlan same(PublishFixture who, Strategy strategy) {
    return who.plan("t", strategy, spec(PEOPLE), LoadMethod.LOAD_JOB, null, "same_" + dataset);
  }

  @Test
  void aRunWithTheIdOfOneThatGoesOnElsewhereIsRefusedAndLeavesItAlone() {
    PublishPlan plan = same(user, REPLACE);

    PublishReport report =
        runWithAnother(
            plan,
            () ->
                assertThatThrownBy(() -> other.run(same(other, REPLACE), PEOPLE, BOB))
                    .hasMessage(
                        "Table "
                            + plan.request().staging()
                            + " is there already: another run with the id same_"
                            + dataset
                            + " goes on, or died on another machine. Nothing was changed. Wait for"
                            + " its end, load under another id, or drop that table."),
            ANN,
            BOB);

    assertThat(report.inserted()).isEqualTo(2);
    assertThat(rows())
        .containsExactly(Arrays.asList(1L, "Ann", null), Arrays.asList(2L, "Bob", null));
    assertThat(BIGQUERY.tables(dataset)).containsExactly("t");
    assertThat(otherJournals).isEmptyDirectory();
  }

  @Test
  void anAppendWithAnIdThatWasUsedStoresNothing() {
    other.run(same(other, APPEND), PEOPLE, ANN);

    PublishReport report = user.run(same(user, APPEND), PEOPLE, ANN);

    assertThat(rows()).hasSize(1);
    assertThat(report.alreadyLoaded()).isEqualTo(1);
  }
}
