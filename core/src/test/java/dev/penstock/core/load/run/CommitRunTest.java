package dev.penstock.core.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.load.plan.CommitPlan;
import dev.penstock.core.load.plan.StagedGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CommitRunTest {
  private final FakeCommits service = new FakeCommits();

  private CommitResult run(CommitPlan plan, int concurrency) {
    try (CommitRun run =
        new CommitRun(
            service,
            service,
            service,
            CommitOptions.defaults().withMaxConcurrentDestinations(concurrency))) {
      return run.run(plan);
    }
  }

  private static List<String> uris(String table, int count) {
    return IntStream.range(0, count).mapToObj(i -> "gs://b/" + table + "/" + i).toList();
  }

  /** Rows to append to tables, one file each. */
  private static CommitPlan oneFileFor(String... tables) {
    return FakeCommits.plan(
        WriteDisposition.APPEND,
        Arrays.stream(tables)
            .map(table -> FakeCommits.files(table, 1))
            .toArray(StagedGroup[]::new));
  }

  private void refuse(Predicate<String> which, ErrorCode code, String message) {
    service.script(
        step -> {
          if (which.test(step)) {
            throw new IngestException(code, message);
          }
        });
  }

  private List<String> steps(Predicate<String> which) {
    return service.steps().stream().filter(which).toList();
  }

  @Test
  void everyJobOfAWaveIsSubmittedBeforeOneIsAwaited() {
    CommitResult result =
        run(
            FakeCommits.plan(
                WriteDisposition.APPEND, FakeCommits.files("a", 2), FakeCommits.files("b", 1)),
            1);

    assertThat(service.steps())
        .containsExactly(
            "prepare a",
            "prepare b",
            "submit a",
            "done submit a",
            "submit b",
            "done submit b",
            "await a",
            "await b",
            "delete 2",
            "delete 1");
    assertThat(result.tables().get(0).rows()).isEqualTo(2);
    assertThat(result.tables().get(0).bytes()).isEqualTo(20);
    assertThat(result.tables().get(0).jobIds())
        .singleElement()
        .asString()
        .startsWith("penstock_load_run_1_");
    assertThat(result.rows()).isEqualTo(3);
  }

  @Test
  void rowsGoThroughLevelsOfTemporaryTablesWhichAreDropped() {
    CommitResult result =
        run(FakeCommits.plan(WriteDisposition.TRUNCATE_DATA, FakeCommits.files("t", 10)), 3);

    assertThat(service.rows("t")).containsExactlyInAnyOrderElementsOf(uris("t", 10));
    assertThat(service.tables()).containsExactly("t");
    assertThat(service.deleted()).containsExactlyInAnyOrderElementsOf(uris("t", 10));
    assertThat(result.rows()).isEqualTo(10);
    assertThat(result.leftovers()).isEmpty();
  }

  @Test
  void afterAFailureWhatWasSubmittedIsAwaitedAndTheFirstTableIsNamed() {
    service.fail("b", "c");

    assertThatThrownBy(() -> run(oneFileFor("a", "b", "c", "d"), 2))
        .hasMessage("no b")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsOnly("no c"));
    assertThat(steps(step -> step.startsWith("await")))
        .containsExactlyInAnyOrder("await a", "await b", "await c", "await d");
    assertThat(service.deleted()).isEmpty();
  }

  @Test
  void aJobThatIsNotTakenStopsTheWaveButNotTheWaiting() {
    refuse(step -> step.equals("submit b"), ErrorCode.PERMISSION_DENIED, "b is denied");

    assertThatThrownBy(() -> run(oneFileFor("a", "b", "c"), 1)).hasMessage("b is denied");
    assertThat(steps(step -> step.startsWith("submit"))).containsExactly("submit a", "submit b");
    assertThat(steps(step -> step.startsWith("await"))).containsExactly("await a");
  }

  @Test
  void noJobIsSubmittedWhenATableIsNotReady() {
    refuse(step -> step.equals("prepare b"), ErrorCode.TABLE_UNSUITABLE, "b is a view");

    assertThatThrownBy(() -> run(oneFileFor("a", "b"), 1)).hasMessage("b is a view");
    assertThat(service.jobs()).isEmpty();
  }

  @Test
  void whatCannotBeRemovedIsToldAndLeft() {
    service.script(
        step -> {
          if (step.startsWith("drop") || step.startsWith("delete")) {
            throw new IngestException(ErrorCode.PERMISSION_DENIED, "no right to " + step);
          }
        });

    CommitResult result =
        run(FakeCommits.plan(WriteDisposition.APPEND, FakeCommits.files("t", 3)), 1);

    assertThat(service.rows("t")).hasSize(3);
    assertThat(result.leftovers())
        .hasSize(4)
        .anyMatch(text -> text.startsWith("temporary table p.d.tmp_run_1_"))
        .contains("staged files of p.d.t: no right to delete 2");
  }

  @Test
  void anErrorOfTheMachineEndsTheOthersAndIsThrown() throws InterruptedException {
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    service.script(
        step -> {
          if (step.equals("submit a")) {
            waits.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.countDown();
              throw new IngestException(ErrorCode.INTERRUPTED, "a was interrupted", e);
            }
          } else if (step.equals("submit b")) {
            awaitQuietly(waits);
            throw new OutOfMemoryError("no heap");
          }
        });

    assertThatThrownBy(() -> run(oneFileFor("a", "b"), 2))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("no heap");
    interrupted.await();
    assertThat(steps(step -> step.startsWith("await"))).isEmpty();
  }

  @Test
  void anErrorOfTheMachineWaitsForOthersNoLongerThanItMay() {
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (DestinationExecutor executor = new DestinationExecutor(2, new CommitGauges(), 1)) {
      List<Runnable> actions =
          List.of(
              () -> {
                waits.countDown();
                while (end.getCount() > 0) {
                  awaitQuietly(end);
                }
              },
              () -> {
                awaitQuietly(waits);
                throw new StackOverflowError("too deep");
              });

      assertThatThrownBy(() -> executor.run(actions, true)).hasMessage("too deep");
    } finally {
      end.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      // Goes on: a call of a library may do so too.
    }
  }

  @Test
  void atMostSoManyTablesAreWorkedForAtOnce() {
    AtomicInteger active = new AtomicInteger();
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    service.script(
        step -> {
          if (step.startsWith("submit")) {
            seen.add(active.incrementAndGet());
          } else if (step.startsWith("done")) {
            active.decrementAndGet();
          }
        });

    run(oneFileFor(IntStream.range(0, 50).mapToObj(i -> "t" + i).toArray(String[]::new)), 4);

    assertThat(seen).isSubsetOf(1, 2, 3, 4);
  }

  @Test
  void noMoreJobsWaitThanMay() {
    AtomicInteger pending = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    service.script(
        step -> {
          if (step.startsWith("done submit")) {
            most.accumulateAndGet(pending.incrementAndGet(), Math::max);
          } else if (step.startsWith("await")) {
            pending.decrementAndGet();
          }
        });

    CommitResult result =
        run(oneFileFor(IntStream.range(0, 48).mapToObj(i -> "t" + i).toArray(String[]::new)), 8);

    assertThat(result.rows()).isEqualTo(48);
    assertThat(most).hasValue(FakeCommits.SMALL.pendingJobs());
  }

  /** A process that dies at any step leaves what the next one needs. */
  @Test
  void aCommitThatIsRepeatedAfterDyingAnywhereStoresEveryRowOnce() {
    for (WriteDisposition disposition : WriteDisposition.values()) {
      int steps = 0;
      for (int death = 1; death == 1 || death <= steps; death++) {
        FakeCommits again = new FakeCommits();
        CommitPlan plan =
            FakeCommits.plan(disposition, FakeCommits.files("a", 7), FakeCommits.files("b", 2));
        dieAt(again, plan, death);
        again.script(step -> {});
        try (CommitRun run = new CommitRun(again, again, again, CommitOptions.defaults())) {
          CommitResult result = run.run(plan);
          assertThat(result.rows()).isEqualTo(9);
        }

        assertThat(again.rows("a"))
            .as("%s %s", disposition, death)
            .hasSize(7)
            .doesNotHaveDuplicates();
        assertThat(again.rows("b"))
            .as("%s %s", disposition, death)
            .hasSize(2)
            .doesNotHaveDuplicates();
        assertThat(again.tables()).containsExactly("a", "b");
        assertThat(again.deleted()).hasSize(9);
        if (death == 1) {
          // The first attempt died in its first step.
          steps = again.steps().size() - 1;
        }
      }
    }
  }

  private static void dieAt(FakeCommits service, CommitPlan plan, int death) {
    AtomicInteger step = new AtomicInteger();
    service.script(
        told -> {
          if (step.incrementAndGet() == death) {
            throw new OutOfMemoryError("killed");
          }
        });
    try (CommitRun run =
        new CommitRun(
            service, service, service, CommitOptions.defaults().withMaxConcurrentDestinations(1))) {
      assertThatThrownBy(() -> run.run(plan)).isInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  void aJobThatFailedRunsAnewWhenTheCommitIsRepeated() {
    CommitPlan plan = FakeCommits.plan(WriteDisposition.APPEND, FakeCommits.files("t", 5));
    service.fail("t");
    assertThatThrownBy(() -> run(plan, 1)).hasMessage("no t");
    service.fail();

    CommitResult result = run(plan, 1);

    assertThat(service.rows("t")).hasSize(5);
    assertThat(result.tables().get(0).jobIds()).last().asString().endsWith("_2");
  }

  @Test
  void optionsAreWithinTheirBounds() {
    for (int count : List.of(0, 65)) {
      assertThatThrownBy(() -> CommitOptions.defaults().withMaxConcurrentDestinations(count))
          .hasMessage("maxConcurrentDestinations: " + count + " (expected: 1..64)");
    }
  }
}
