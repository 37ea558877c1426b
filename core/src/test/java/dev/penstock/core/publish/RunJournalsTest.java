package dev.penstock.core.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.FinishedStreams.Part;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.write.StreamCommitter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal of a run that died leads to. */
class RunJournalsTest {
  private static final String HEADER =
      "{\"version\":\"1\",\"run\":\"r1\",\"place\":\"project p\",\"project\":\"p\",\"dataset\":\"d\","
          + "\"table\":\"t\",\"staging\":\"t__stg_r1\",\"location\":\"EU\",\"strategy\":\"merge\","
          + "\"publishes\":\"3\",\"creates_target\":\"false\"}\n";
  private static final String MERGE_BEGAN =
      "{\"begins\":\"3\",\"step\":\"RunQuery\",\"job\":\"penstock_r1_3_publish\"}\n";
  private static final String STAGING = "/datasets/d/tables/t__stg_r1";
  private static final String TARGET = "GET /datasets/d/tables/t";
  private static final String JOB = "GET /jobs/penstock_r1_3_publish";

  private final FakeTime time = new FakeTime();
  @TempDir private Path directory;
  private ScriptedService service;
  private RunJournals journals;

  @BeforeEach
  void start() throws IOException {
    service = new ScriptedService();
    journals = new RunJournals(directory, "project p", time);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private List<RecoveredRun> recover() {
    RestCalls calls = new RestCalls(service.connection.rest(), time, Duration.ofSeconds(5));
    return journals.recover(
        new TableAdmin(service.connection, time),
        new Jobs(service.connection, calls, time),
        new StreamCommitter(service.connection, RetryBudget.RECOVERY, time));
  }

  private Path journal(String text) throws IOException {
    return Files.writeString(directory.resolve("r1.journal"), text);
  }

  private static String table(String runId) {
    return "{\"type\":\"TABLE\",\"labels\":{\"managed_by\":\"penstock\",\"run_id\":\""
        + runId
        + "\"},\"schema\":{\"fields\":[]}}";
  }

  private static String job(String status) {
    return "{\"jobReference\":{\"projectId\":\"p\",\"jobId\":\"penstock_r1_3_publish\"},\"status\":"
        + status
        + "}";
  }

  private static RecoveredRun ended(RecoveredRun.End end) {
    return new RecoveredRun("r1", new Destination("p", "d", "t"), end);
  }

  private static PublishPlan merge() {
    return PublishPlanner.plan(Objects.requireNonNull(PlanCases.all().get("merge-same-job")));
  }

  @Test
  void dropsTheStagingTableOfADeadRun() throws IOException {
    Path file = journal(HEADER + "{\"begins\":\"0\",\"step\":\"CreateTable\"}\n");
    service.answer("GET " + STAGING, table("r1")).answer("DELETE " + STAGING, "{}");

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.NOT_PUBLISHED));

    assertThat(service.calls).containsExactly("GET " + STAGING, "DELETE " + STAGING);
    assertThat(file).doesNotExist();
  }

  @Test
  void waitsForAJobThatStillRuns() throws IOException {
    journal(HEADER + MERGE_BEGAN);
    service.answer(
        JOB,
        job("{\"state\":\"RUNNING\"}"),
        job("{\"state\":\"RUNNING\"}"),
        job("{\"state\":\"DONE\"}"));

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.PUBLISHED));

    assertThat(service.calls).containsExactly(JOB, JOB, JOB, TARGET, "GET " + STAGING);
    assertThat(time.sleptMillis()).isPositive();
  }

  @Test
  void keepsTheJournalWhileAJobDoesNotEnd() throws IOException {
    Path file = journal(HEADER + MERGE_BEGAN);
    service.answer(JOB, job("{\"state\":\"RUNNING\"}"));

    assertThatThrownBy(this::recover)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
        .hasMessage("Job penstock_r1_3_publish still runs after PT10M. Wait for it.");

    assertThat(file).exists();
    assertThat(service.calls).allMatch(JOB::equals);
  }

  @Test
  void knowsThatAFailedJobPublishedNothing() throws IOException {
    journal(HEADER + MERGE_BEGAN);
    service.answer(JOB, job("{\"state\":\"DONE\",\"errorResult\":{\"reason\":\"invalidQuery\"}}"));

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.NOT_PUBLISHED));
  }

  @Test
  void findsTheJobThatRanUnderTheIdWithANumberBecauseTheIdWasUsedUp() throws IOException {
    journal(HEADER + MERGE_BEGAN);
    service
        .answer(JOB, job("{\"state\":\"DONE\",\"errorResult\":{\"reason\":\"backendError\"}}"))
        .answer(JOB + "_2", job("{\"state\":\"RUNNING\"}"), job("{\"state\":\"DONE\"}"));

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.PUBLISHED));
  }

  @Test
  void knowsThatAJobNobodySawPublishedNothing() throws IOException {
    journal(HEADER + MERGE_BEGAN);

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.NOT_PUBLISHED));
  }

  @Test
  void asksForNoJobThatIsKnownToBeDone() throws IOException {
    journal(HEADER + MERGE_BEGAN + "{\"ended\":\"3\"}\n");

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.PUBLISHED));

    assertThat(service.calls).containsExactly(TARGET, "GET " + STAGING);
  }

  @Test
  void doesNotCountALineThatWasBeingWritten() throws IOException {
    journal(HEADER + MERGE_BEGAN.substring(0, 20));

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.NOT_PUBLISHED));
  }

  @Test
  void leavesATableAloneThatIsAnothers() throws IOException {
    journal(HEADER);
    service.answer("GET " + STAGING, table("r2"));

    recover();

    assertThat(service.calls).containsExactly("GET " + STAGING);
  }

  @Test
  void leavesJournalsOfOtherPlacesAlone() throws IOException {
    Path file = journal(HEADER.replace("project p", "project q"));

    assertThat(recover()).isEmpty();

    assertThat(file).exists();
    assertThat(service.calls).isEmpty();
  }

  @Test
  void leavesTheJournalOfALiveRunAlone() {
    PublishPlan plan = merge();
    try (RunJournal live = journals.begin(plan, "EU")) {
      assertThat(recover()).isEmpty();
      live.remove();
    }

    assertThat(service.calls).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void writesWhatItReads() throws IOException {
    PublishPlan plan = merge();
    try (RunJournal journal = journals.begin(plan, "EU")) {
      journal.begins(3, plan.steps().get(3), "penstock_r1_3_publish");
      journal.ended(3);
    }

    assertThat(directory.resolve("r1.journal"))
        .content()
        .containsPattern("\"attempt\":\"[0-9a-f]+\"")
        .satisfies(
            text ->
                assertThat(text.replaceFirst(",\"attempt\":\"[0-9a-f]+\"", ""))
                    .isEqualTo(
                        "{\"version\":\"1\",\"run\":\"r1\",\"place\":\"project p\",\"project\":\"shop\","
                            + "\"dataset\":\"crm\",\"table\":\"customers\",\"staging\":\"customers__stg_r1\","
                            + "\"location\":\"EU\",\"strategy\":\"merge\",\"publishes\":\"3\","
                            + "\"creates_target\":\"false\"}\n"
                            + "{\"begins\":\"3\",\"step\":\"RunQuery\",\"job\":\"penstock_r1_3_publish\"}\n"
                            + "{\"ended\":\"3\"}\n"));
  }

  @Test
  void refusesJournalsOfALaterRelease() throws IOException {
    Path file = journal(HEADER.replace("\"version\":\"1\"", "\"version\":\"2\""));

    assertThatThrownBy(this::recover)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
        .hasMessage(
            "The journal "
                + file
                + " has version 2 and this release reads 1. Clean up with the release that wrote"
                + " it, or drop the run's staging table and delete the file.");
    assertThat(file).exists();
  }

  @Test
  void namesAFileThatIsNoJournal() throws IOException {
    Path file = journal("hello\n");

    assertThatThrownBy(this::recover)
        .hasMessageStartingWith("The journal " + file + " cannot be read");
  }

  @Test
  void refusesAnIdThatIsTaken() throws IOException {
    journal(HEADER);
    PublishPlan plan = merge();

    assertThatThrownBy(() -> journals.begin(plan, "EU"))
        .hasMessage(
            "A run with the id r1 goes on already on this machine ("
                + directory.resolve("r1.journal")
                + "). Nothing was done. Wait for its end, or load under another id.");
    assertThat(directory.resolve("r1.new")).doesNotExist();
  }

  @Test
  void keepsTheJournalOfAnAppendByStreamsThatWasNamedAndReadsItAgain() throws IOException {
    String header = HEADER.replace("\"publishes\":\"3\"", "\"publishes\":\"0\"");
    String stream = "projects/p/datasets/d/tables/t/streams/s";
    journal(
        header
            + "{\"begins\":\"0\",\"step\":\"LoadRows\"}\n"
            + "{\"stream\":\"%s1\",\"rows\":\"2\"}\n".formatted(stream)
            + "{\"stream\":\"%s2\",\"rows\":\"3\"}\n".formatted(stream)
            + "{\"commits\":\"0\",\"source\":\"rows\",\"named\":\"true\","
            + "\"table_created\":\"7\"}\n{\"ended\":\"0\"}\n");

    assertThat(recover()).containsExactly(ended(RecoveredRun.End.PUBLISHED));

    assertThat(directory.resolve("r1.journal")).doesNotExist();
    assertThat(journals.findKept("r1").orElseThrow().sent())
        .isEqualTo(
            new SentRows(
                "rows",
                true,
                7,
                new FinishedStreams(
                    new Destination("p", "d", "t"),
                    List.of(new Part(stream + "1", 2), new Part(stream + "2", 3)))));
    assertThat(new RunJournals(directory, "project q", time).findKept("r1")).isEmpty();
    Files.setLastModifiedTime(
        directory.resolve("r1-" + Integer.toHexString("project p".hashCode()) + ".streams"),
        FileTime.fromMillis(time.currentMillis() - Duration.ofDays(180).toMillis()));
    assertThat(recover()).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void removesTheBeginningOfAJournalWhoseRunDied() throws IOException {
    Path dead = unfinished("r1", 60_000);
    Path young = unfinished("r2", 59_999);
    Path live = unfinished("r3", 60_000);
    try (FileChannel channel = FileChannel.open(live, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();

      assertThat(recover()).isEmpty();
    }

    assertThat(dead).doesNotExist();
    assertThat(young).exists();
    assertThat(live).exists();
  }

  private Path unfinished(String runId, long ageMillis) throws IOException {
    Path file = Files.writeString(directory.resolve(runId + ".new"), HEADER);
    return Files.setLastModifiedTime(file, FileTime.fromMillis(time.currentMillis() - ageMillis));
  }
}
