package dev.penstock.core.publish;

import static dev.penstock.core.publish.PublishFixture.PEOPLE;
import static dev.penstock.core.publish.PublishFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.table.LiveTable;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that die at each boundary of their steps: the target is as before or as after. */
@Tag("sql")
class CrashIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private static final AtomicInteger DATASETS = new AtomicInteger();
  private static final List<String> BEFORE = List.of("1 Ann", "2 Bob");
  private static final ValueRow[] ROWS = {
    ValueRow.of(2L, "Bobby", null), ValueRow.of(3L, "Cid", new BigDecimal("1.00"))
  };

  @TempDir private Path journals;

  /** What no finally clause of a real process sees either. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Dies before or after one step. */
  private record DiesAt(int boundary) implements RunListener {
    @Override
    public void begins(int index, Step step) {
      if (boundary == 2 * index) {
        throw new Crash();
      }
    }

    @Override
    public void ended(int index, Step step, Duration took) {
      if (boundary == 2 * index + 1) {
        throw new Crash();
      }
    }
  }

  private record Scene(Strategy strategy, LoadMethod method, boolean exists, List<String> after) {
    @Override
    public String toString() {
      return strategy.word() + " by " + method + (exists ? "" : ", absent");
    }
  }

  private static Stream<Scene> scenes() {
    List<Scene> scenes = new ArrayList<>();
    for (LoadMethod method : LoadMethod.values()) {
      scenes.add(new Scene(new Strategy.Replace(false), method, true, List.of("2 Bobby", "3 Cid")));
      scenes.add(
          new Scene(new Strategy.Replace(false), method, false, List.of("2 Bobby", "3 Cid")));
      scenes.add(
          new Scene(
              new Strategy.Append(), method, true, List.of("1 Ann", "2 Bob", "2 Bobby", "3 Cid")));
      scenes.add(new Scene(new Strategy.Append(), method, false, List.of("2 Bobby", "3 Cid")));
      scenes.add(
          new Scene(new Strategy.Merge(), method, true, List.of("1 Ann", "2 Bobby", "3 Cid")));
      scenes.add(new Scene(new Strategy.Merge(), method, false, List.of("2 Bobby", "3 Cid")));
    }
    return scenes.stream();
  }

  @TestFactory
  Stream<DynamicTest> leavesTheTargetAsBeforeOrAfterAndIsCleanedUp() {
    return scenes()
        .map(scene -> DynamicTest.dynamicTest(scene.toString(), () -> diesEverywhere(scene)));
  }

  private void diesEverywhere(Scene scene) {
    for (int boundary = 0; diesAt(scene, boundary); boundary++) {
      assertThat(boundary).as("boundaries").isLessThan(20);
    }
  }

  /** Whether the run had that boundary. */
  private boolean diesAt(Scene scene, int boundary) {
    String dataset = BIGQUERY.createDataset("crash" + DATASETS.incrementAndGet());
    String[] key = scene.strategy() instanceof Strategy.Merge ? new String[] {"id"} : new String[0];
    boolean died;
    try (PublishFixture user = new PublishFixture(BIGQUERY, dataset, journals)) {
      if (scene.exists()) {
        user.run(
            user.plan("t", new Strategy.Append(), spec(PEOPLE, key), LoadMethod.STREAMS),
            PEOPLE,
            ValueRow.of(1L, "Ann", null),
            ValueRow.of(2L, "Bob", null));
      }
      PublishPlan plan = user.plan("t", scene.strategy(), spec(PEOPLE, key), scene.method());
      died =
          catchThrowableOfType(
                  Crash.class, () -> user.run(plan, user::open, new DiesAt(boundary), PEOPLE, ROWS))
              != null;
    }
    try (PublishFixture next = new PublishFixture(BIGQUERY, dataset, journals)) {
      List<RecoveredRun> recovered = next.recover();

      if (died) {
        assertThat(recovered).hasSize(1);
        boolean published = recovered.get(0).end() == RecoveredRun.End.PUBLISHED;
        List<String> before = scene.exists() ? BEFORE : List.of();
        assertThat(names(dataset))
            .as(scene + " dead at " + boundary)
            .isEqualTo(published ? scene.after() : before);
      } else {
        assertThat(recovered).isEmpty();
        assertThat(names(dataset)).isEqualTo(scene.after());
      }
      assertThat(BIGQUERY.tables(dataset)).isSubsetOf("t");
      assertThat(next.tables.find(next.table("t")).map(LiveTable::labels))
          .isIn(Optional.empty(), Optional.of(Map.of()));
      assertThat(journals).isEmptyDirectory();
    }
    return died;
  }

  private static List<String> names(String dataset) {
    if (!BIGQUERY.tables(dataset).contains("t")) {
      return List.of();
    }
    return BIGQUERY.table(dataset, "t").rows().stream()
        .map(row -> row.get("id") + " " + row.get("name"))
        .sorted()
        .toList();
  }

  /** Dies when the service has committed, before anybody knows. */
  private record DiesAfterFinish(TableLoad load) implements TableLoad {
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
      return load.prepare();
    }

    @Override
    public LoadResult finish() {
      load.finish();
      throw new Crash();
    }

    @Override
    public void close() {
      load.close();
    }
  }

  private RecoveredRun diesAfterFinish(LoadMethod method) {
    String dataset = BIGQUERY.createDataset("crash" + DATASETS.incrementAndGet());
    try (PublishFixture user = new PublishFixture(BIGQUERY, dataset, journals)) {
      PublishPlan plan = user.plan("t", new Strategy.Append(), spec(PEOPLE), method);
      Loads dying = (step, jobId, labels) -> new DiesAfterFinish(user.open(step, jobId, labels));
      Crash crash =
          catchThrowableOfType(
              Crash.class, () -> user.run(plan, dying, RunListener.NONE, PEOPLE, ROWS));
      assertThat(crash).isNotNull();
      List<RecoveredRun> recovered = user.recover();
      assertThat(names(dataset)).containsExactly("2 Bobby", "3 Cid");
      return recovered.get(0);
    }
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void knowsFromTheServiceThatRowsWerePublished(LoadMethod method) {
    assertThat(diesAfterFinish(method).end()).isEqualTo(RecoveredRun.End.PUBLISHED);
    assertThat(journals).isEmptyDirectory();
  }
}
