package dev.penstock.core.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.FileFormat;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.model.Destination;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommitPlannerTest {
  private static final Destination TABLE = CommitCases.TABLE;
  private static final CommitLimits SMALL = new CommitLimits(2, 100, 3, 400, 100, 5, 2);

  private static CommitPlan plan(WriteDisposition disposition, StagedGroup... groups) {
    return CommitPlanner.plan(
        new CommitRequest("run_1", List.of(groups), disposition, null), SMALL);
  }

  private static StagedGroup files(Destination table, FileFormat format, int count, long bytes) {
    return new StagedGroup(table, format, count, file -> uri(format, file), file -> bytes);
  }

  private static String uri(FileFormat format, int file) {
    return "gs://b/" + format + "/" + file;
  }

  private static Destination table(int number) {
    return new Destination("p", "d", "t" + number);
  }

  /** The files that each table holds after all waves, by the rules of the service. */
  private static Map<Destination, List<String>> carriedOut(CommitPlan plan) {
    Map<Destination, List<String>> held = new HashMap<>();
    for (Wave wave : plan.waves()) {
      Map<Destination, List<String>> after = new HashMap<>(held);
      for (PlannedJob job : wave.jobs()) {
        List<String> rows = new ArrayList<>();
        if (job.disposition() == WriteDisposition.APPEND) {
          rows.addAll(after.getOrDefault(job.target(), List.of()));
        }
        if (job instanceof PlannedJob.Load load) {
          rows.addAll(load.uris());
        } else if (job instanceof PlannedJob.Copy copy) {
          // Only what stood there before the wave: its jobs run in any order.
          copy.sources().forEach(source -> rows.addAll(held.get(source)));
        } else if (job instanceof PlannedJob.Query query) {
          rows.addAll(held.get(query.source()));
        }
        after.put(job.target(), rows);
      }
      held.putAll(after);
    }
    return held;
  }

  @Test
  void everyFileReachesItsTableOnce() {
    Random random = new Random(7);
    List<WriteDisposition> dispositions = List.of(WriteDisposition.values());
    for (int round = 0; round < 300; round++) {
      WriteDisposition disposition = dispositions.get(round % dispositions.size());
      int avro = random.nextInt(70);
      int parquet = avro == 0 ? 1 + random.nextInt(70) : random.nextInt(70);
      List<StagedGroup> groups = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (FileFormat format : FileFormat.values()) {
        int count = format == FileFormat.AVRO ? avro : parquet;
        if (count > 0) {
          groups.add(files(TABLE, format, count, random.nextInt(101)));
          IntStream.range(0, count).forEach(file -> expected.add(uri(format, file)));
        }
      }
      // The service lets only the first of two direct loads into an empty table.
      boolean direct = avro <= 2 && parquet <= 2;
      if (disposition == WriteDisposition.EMPTY && direct) {
        continue;
      }

      CommitPlan plan = plan(disposition, groups.toArray(new StagedGroup[0]));

      assertThat(carriedOut(plan).get(TABLE)).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(ids(plan)).doesNotHaveDuplicates();
    }
  }

  private static List<String> ids(CommitPlan plan) {
    return plan.waves().stream()
        .flatMap(wave -> wave.jobs().stream())
        .map(PlannedJob::jobId)
        .toList();
  }

  @Test
  void theOrderOfGroupsMakesNoDifference() {
    List<StagedGroup> groups =
        new ArrayList<>(
            List.of(
                files(table(1), FileFormat.AVRO, 7, 1),
                files(table(1), FileFormat.PARQUET, 7, 1),
                files(table(2), FileFormat.AVRO, 2, 1)));
    String text = plan(WriteDisposition.APPEND, groups.toArray(new StagedGroup[0])).text();
    Collections.reverse(groups);

    assertThat(plan(WriteDisposition.APPEND, groups.toArray(new StagedGroup[0])).text())
        .isEqualTo(text);
  }

  @Test
  void anIdFollowsFromCommitTableAndFiles() {
    Set<String> ids = new HashSet<>();
    for (String commit : List.of("run_1", "run_2")) {
      for (int table = 1; table <= 2; table++) {
        for (int count = 1; count <= 2; count++) {
          StagedGroup group = files(table(table), FileFormat.AVRO, count, 1);
          ids.addAll(
              ids(
                  CommitPlanner.plan(
                      new CommitRequest(commit, List.of(group), WriteDisposition.APPEND, null))));
        }
      }
    }

    assertThat(ids).hasSize(8).allMatch(id -> id.matches("penstock_load_run_[12]_[0-9a-f]{16}"));
  }

  @Test
  void filesInMemoryAreGroupedAndSorted() {
    List<StagedGroup> groups =
        StagedGroup.of(
            List.of(
                new StagedFile(TABLE, FileFormat.AVRO, "gs://b/2", 20),
                new StagedFile(TABLE, FileFormat.PARQUET, "gs://b/3", 30),
                new StagedFile(TABLE, FileFormat.AVRO, "gs://b/1", 10)));

    assertThat(groups).hasSize(2);
    assertThat(groups.get(0).uri().apply(0)).isEqualTo("gs://b/1");
    assertThat(groups.get(0).bytes().applyAsLong(1)).isEqualTo(20);
    assertThat(groups.get(1).format()).isEqualTo(FileFormat.PARQUET);
    assertThatThrownBy(
            () ->
                StagedGroup.of(
                    List.of(
                        new StagedFile(TABLE, FileFormat.AVRO, "gs://b/1", 1),
                        new StagedFile(TABLE, FileFormat.AVRO, "gs://b/1", 1))))
        .hasMessage("files: two at gs://b/1 (expected: each once)");
    assertThatThrownBy(() -> new StagedFile(TABLE, FileFormat.AVRO, "gs://b/*", 1))
        .hasMessage("uri: 'gs://b/*' (expected: the address of one file)");
  }

  @Test
  void temporaryTablesLieWhereTheRequestSays() {
    CommitPlan plan =
        CommitPlanner.plan(
            new CommitRequest(
                "run_1",
                List.of(files(TABLE, FileFormat.AVRO, 5, 1)),
                WriteDisposition.TRUNCATE_DATA,
                "staging"),
            SMALL);

    assertThat(plan.destinations().get(0).temporaryTables())
        .hasSize(4)
        .allMatch(table -> table.project().equals("p") && table.dataset().equals("staging"));
  }

  @Test
  void wavesHoldNoMoreJobsThanMayWait() {
    List<StagedGroup> groups =
        IntStream.range(0, 11)
            .mapToObj(i -> files(table(i), FileFormat.AVRO, i < 3 ? 3 : 1, 1))
            .toList();

    CommitPlan plan = plan(WriteDisposition.TRUNCATE_DATA, groups.toArray(new StagedGroup[0]));

    assertThat(plan.waves().stream().map(wave -> wave.title() + " " + wave.jobs().size()))
        .containsExactly(
            "load 5", "load 5", "load 4", "copy all that is left 3", "query 2", "query 1");
  }

  @Test
  void moreJobsThanADayAllowsAreRefused() {
    assertRefused(
        () -> plan(WriteDisposition.APPEND, files(TABLE, FileFormat.AVRO, 801, 1)),
        "Commit run_1 is refused before any job: it needs at least 401 load jobs (expected: at most"
            + " 400, as many as a project may run a day, QT-014). Let staged files grow larger"
            + " before they roll, commit fewer rows at once, or split the commit over more days.");
    StagedGroup[] overflowing =
        IntStream.range(0, 101)
            .mapToObj(i -> files(table(i), FileFormat.AVRO, 3, 1))
            .toArray(StagedGroup[]::new);
    assertRefused(
        () -> plan(WriteDisposition.APPEND, overflowing),
        "Commit run_1 is refused before any job: it needs at least 101 copy jobs (expected: at most"
            + " 100, as many as a project may run a day, QT-017). Let staged files grow larger"
            + " before they roll, commit fewer rows at once, or split the commit over more days.");
  }

  @Test
  void theLimitsAreThoseOfTheService() {
    StagedGroup[] tables =
        IntStream.range(0, 100_001)
            .mapToObj(i -> files(table(i), FileFormat.AVRO, 1, 1))
            .toArray(StagedGroup[]::new);

    assertThatThrownBy(
            () ->
                CommitPlanner.plan(
                    new CommitRequest("run_1", List.of(tables), WriteDisposition.APPEND, null)))
        .hasMessageContaining("at least 100,001 load jobs (expected: at most 100,000,");
    List<StagedGroup> most = List.of(tables).subList(0, 100_000);
    assertThat(
            CommitPlanner.plan(new CommitRequest("run_1", most, WriteDisposition.APPEND, null))
                .waves()
                .stream()
                .map(wave -> wave.jobs().size()))
        .containsExactly(50_000, 50_000);
  }

  @Test
  void aFileThatNoJobTakesIsRefused() {
    assertRefused(
        () -> plan(WriteDisposition.APPEND, files(TABLE, FileFormat.AVRO, 1, 101)),
        "Commit run_1 is refused before any job: file gs://b/AVRO/0 for p.d.t has 101 bytes"
            + " (expected: at most 100, which one load job takes, QT-015). Stage its rows in"
            + " smaller files.");
  }

  private static void assertRefused(Runnable planning, String message) {
    assertThatThrownBy(planning::run)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(message);
  }

  @Test
  void twoGroupsOfOneKindAreAMistake() {
    assertThatThrownBy(
            () ->
                plan(
                    WriteDisposition.APPEND,
                    files(TABLE, FileFormat.AVRO, 1, 1),
                    files(TABLE, FileFormat.AVRO, 1, 1)))
        .hasMessage("groups: two of p.d.t in AVRO (expected: one for each table and format)");
  }

  @Test
  void idsOfCommitsHaveNoOtherCharacters() {
    Stream.of("", "a.b", "a b", "ü")
        .forEach(
            id ->
                assertThatThrownBy(
                        () -> new CommitRequest(id, List.of(), WriteDisposition.APPEND, null))
                    .hasMessage(
                        "commitId: '"
                            + id
                            + "' (expected: 1 to 512 letters, digits, underscores and dashes)"));
  }

  @Test
  void noFilesNeedNoJobs() {
    CommitPlan plan = plan(WriteDisposition.TRUNCATE);

    assertThat(plan.waves()).isEmpty();
  }
}
