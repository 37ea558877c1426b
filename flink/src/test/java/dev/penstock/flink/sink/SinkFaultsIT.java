package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.flink.MiniFlink;
import dev.penstock.flink.TableDestination;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Running jobs while the service has faults. Most do not even restart a job. */
class SinkFaultsIT {
  private static final String DATASET = "faults";
  private static final int ROWS = 2_000;

  /** Small requests, so that there are several to meet faults. */
  private static final int REQUEST_BYTES = 4_096;

  private static final Duration SOON = Duration.ofMillis(300);

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(8);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  @AfterEach
  void healService() {
    BIGQUERY.faults().clear();
  }

  private static List<Long> ids(String table) {
    return BIGQUERY.table(DATASET, table).rows().stream().map(row -> (Long) row.get("id")).toList();
  }

  private static BigQuerySinkBuilder<Long> sink(WriteMethod method) {
    BigQuerySinkBuilder<Long> sink = Jobs.sink(BIGQUERY).writeMethod(method);
    return method == WriteMethod.STORAGE_API_AT_LEAST_ONCE
        ? sink.defaultStreamOptions(
            DefaultStreamOptions.builder()
                .maxAppendRequestBytes(REQUEST_BYTES)
                .responseTimeout(SOON)
                .build())
        : sink.bufferedStreamOptions(
            BufferedStreamOptions.builder()
                .maxAppendRequestBytes(REQUEST_BYTES)
                .responseTimeout(SOON)
                .build());
  }

  private static void run(WriteMethod method, String table, int parallelism) throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(parallelism);
    env.fromSequence(1, ROWS)
        .sinkTo(
            sink(method).table(TableDestination.of(BIGQUERY.project(), DATASET, table)).build());
    env.execute();
  }

  private static String name(String what, WriteMethod method) {
    return what + (method == WriteMethod.STORAGE_API_EXACTLY_ONCE ? "_eo" : "_alo");
  }

  /** As the service hides a table that it does not know yet (WA-184). */
  private static final Fault MASKED =
      new Fault.Fail(
          "PERMISSION_DENIED",
          "Permission 'TABLES_UPDATE_DATA' denied on resource (or it may not exist).");

  @ParameterizedTest
  @EnumSource(WriteMethod.class)
  void eightTasksThatCreateOneTableAtOnce(WriteMethod method) throws Exception {
    String table = name("race", method);
    run(method, table, 8);

    assertThat(ids(table)).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(WriteMethod.class)
  void aTableThatIsNotVisibleYet(WriteMethod method) throws Exception {
    String table = name("masked", method);
    BIGQUERY.faults().add("AppendRows", table, 1, 2, MASKED);
    BIGQUERY.faults().add("CreateWriteStream", table, 1, 2, MASKED);
    run(method, table, 1);

    assertThat(ids(table)).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(WriteMethod.class)
  void aConnectionThatIsCutBeforeRowsAreStored(WriteMethod method) throws Exception {
    String table = name("before", method);
    BIGQUERY.faults().add("AppendRows", table, 2, 2, new Fault.CutBeforeCommit());
    run(method, table, 1);

    assertThat(ids(table)).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(WriteMethod.class)
  void aConnectionThatIsCutAfterRowsWereStored(WriteMethod method) throws Exception {
    String table = name("after", method);
    BIGQUERY.faults().add("AppendRows", table, 2, 2, new Fault.CutAfterCommit());
    run(method, table, 1);

    assertThat(ids(table).stream().distinct()).hasSize(ROWS);
    if (method == WriteMethod.STORAGE_API_EXACTLY_ONCE) {
      assertThat(ids(table)).hasSize(ROWS);
    } else {
      assertThat(ids(table)).hasSizeGreaterThan(ROWS);
    }
  }

  @ParameterizedTest
  @EnumSource(WriteMethod.class)
  void anAppendThatIsNeverAnswered(WriteMethod method) throws Exception {
    String table = name("hung", method);
    BIGQUERY.faults().add("AppendRows", table, 2, 2, new Fault.Hang());
    run(method, table, 1);

    assertThat(ids(table).stream().distinct()).hasSize(ROWS);
    if (method == WriteMethod.STORAGE_API_EXACTLY_ONCE) {
      assertThat(ids(table)).hasSize(ROWS);
    }
  }

  @Test
  void aCommitThatIsDeniedRightAfterTheTableWasCreated() throws Exception {
    BIGQUERY.faults().add("FlushRows", "denied", 1, 1, MASKED);
    run(WriteMethod.STORAGE_API_EXACTLY_ONCE, "denied", 1);

    assertThat(ids("denied")).hasSize(ROWS).doesNotHaveDuplicates();
  }

  /** A batch job commits all tables at its end. */
  @Test
  void aTableWhoseRowsCannotBeCommittedHoldsUpNoOther() {
    BIGQUERY
        .faults()
        .add("FlushRows", "lost", 1, 100, new Fault.Fail("PERMISSION_DENIED", "not any more"));
    String project = BIGQUERY.project();
    StreamExecutionEnvironment env =
        Jobs.environment(
            1, Map.of("execution.runtime-mode", "BATCH", "restart-strategy.type", "none"));
    env.fromSequence(1, ROWS)
        .sinkTo(
            sink(WriteMethod.STORAGE_API_EXACTLY_ONCE)
                .bufferedStreamOptions(
                    BufferedStreamOptions.builder().recoveryMaxAttempts(1).build())
                .destinationResolver(
                    (number, context) ->
                        TableDestination.of(project, DATASET, number % 2 == 1 ? "lost" : "kept"))
                .build());

    assertThatThrownBy(env::execute).hasStackTraceContaining("PERMISSION_DENIED: Flushing stream");

    assertThat(ids("lost")).isEmpty();
    assertThat(ids("kept")).hasSize(ROWS / 2);
  }

  @Test
  void aStreamThatIsFinalizedUnderItsWriter() throws Exception {
    BIGQUERY.faults().add("AppendRows", "finalized", 1, 1, new Fault.FinalizeStream());
    StreamExecutionEnvironment env = Jobs.environment(1);
    env.fromSequence(1, ROWS)
        .sinkTo(
            sink(WriteMethod.STORAGE_API_EXACTLY_ONCE)
                .table(TableDestination.of(BIGQUERY.project(), DATASET, "finalized"))
                .build());
    env.execute();

    assertThat(ids("finalized")).hasSize(ROWS).doesNotHaveDuplicates();
  }
}
