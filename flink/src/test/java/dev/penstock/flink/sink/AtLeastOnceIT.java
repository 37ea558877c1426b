package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.protobuf.StringValue;
import dev.penstock.flink.FailureHandler;
import dev.penstock.flink.MiniFlink;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.UnroutableRecord;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sink to default streams in running jobs. */
class AtLeastOnceIT {
  private static final String DATASET = "alo";

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(4);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  private static final List<TableDestination> NO_TABLE = Arrays.asList(new TableDestination[1]);

  private static TableDestination table(String name) {
    return TableDestination.of(BIGQUERY.project(), DATASET, name);
  }

  private static List<Object> ids(String table) {
    return BIGQUERY.table(DATASET, table).rows().stream().map(row -> row.get("id")).toList();
  }

  private static Object[] upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toArray();
  }

  @Test
  @Tag("flink-versions")
  void createsTheTableAndWritesEveryRow() throws Exception {
    StreamExecutionEnvironment env = Jobs.environment(2);
    env.fromSequence(1, 1_000).sinkTo(Jobs.sink(BIGQUERY).table(table("created")).build());
    env.execute();

    assertThat(ids("created")).containsExactlyInAnyOrder(upTo(1_000));
    assertThat(BIGQUERY.table(DATASET, "created").rows())
        .allSatisfy(row -> assertThat(row).containsEntry("name", "n" + row.get("id")));
  }

  @Test
  @Tag("flink-versions")
  void sendsEachRecordToItsTable() throws Exception {
    StreamExecutionEnvironment env = Jobs.environment(2);
    String project = BIGQUERY.project();
    env.fromSequence(1, 100)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .destinationResolver(
                    (number, context) ->
                        TableDestination.of(project, DATASET, number % 2 == 0 ? "even" : "odd"))
                .build());
    env.execute();

    assertThat(ids("even")).hasSize(50).allMatch(id -> (Long) id % 2 == 0);
    assertThat(ids("odd")).hasSize(50).allMatch(id -> (Long) id % 2 == 1);
  }

  @Test
  void goesOnWhenBatchesThatAreNotFullHoldAllTheRoom() throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 2_000)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .table(table("narrow"))
                .defaultStreamOptions(
                    DefaultStreamOptions.builder()
                        .maxAppendRequestBytes(1_000_000)
                        .maxInflightBytes(1_000)
                        .build())
                .build());
    env.execute();

    assertThat(ids("narrow")).containsExactlyInAnyOrder(upTo(2_000));
  }

  @Test
  void sendsRowsAtAnIntervalWithoutCheckpoints() throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.getCheckpointConfig().disableCheckpointing();
    env.fromSource(
            new DataGeneratorSource<>(
                index -> index, Long.MAX_VALUE, RateLimiterStrategy.perSecond(100), Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .table(table("interval"))
                .defaultStreamOptions(
                    DefaultStreamOptions.builder().flushInterval(Duration.ofMillis(50)).build())
                .build());
    JobClient job = env.executeAsync();

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> BIGQUERY.tables(DATASET).contains("interval") && !ids("interval").isEmpty());
    job.cancel().get(30, TimeUnit.SECONDS);
  }

  @Test
  void writesAtTheEndOfABatchJob() throws Exception {
    StreamExecutionEnvironment env = Jobs.environment(1, Map.of("execution.runtime-mode", "BATCH"));
    env.fromSequence(1, 10).sinkTo(Jobs.sink(BIGQUERY).table(table("batch")).build());
    env.execute();

    assertThat(ids("batch")).containsExactlyInAnyOrder(upTo(10));
  }

  @Test
  void leavesOutWhatTheSerializerSkips() throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 3)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .table(table("skipped"))
                .serializer(new NumberRows(2, NumberRows.NONE))
                .build());
    env.execute();

    assertThat(ids("skipped")).containsExactlyInAnyOrder(1L, 3L);
  }

  @Test
  void writesRowsThatTheUsersSerializerEncodes() throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 3)
        .sinkTo(Jobs.sink(BIGQUERY).table(table("encoded")).serializer(new ProtoNumbers()).build());
    env.execute();

    assertThat(BIGQUERY.table(DATASET, "encoded").rows())
        .containsExactlyInAnyOrder(Map.of("value", 1L), Map.of("value", 3L));
  }

  @Test
  void showsTheHandlerTheBytesOfARowThatBigQueryRefuses() throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 3)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .table(table("refused"))
                .serializer(new ProtoTexts())
                .failureHandler(Seen.as("refused"))
                .build());
    env.execute();

    assertThat(Seen.failures("refused"))
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.getPayloadBytes())
                    .isEqualTo(StringValue.of("{").toByteString()));
    assertThat(BIGQUERY.table(DATASET, "refused").rows())
        .containsExactlyInAnyOrder(Map.of("value", "1"), Map.of("value", "3"));
  }

  @Test
  void goesOnWithoutRecordsThatTheHandlerDrops() throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    TableDestination table = table("dropped");
    env.fromSequence(1, 4)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .destinationResolver(
                    (number, context) ->
                        number == 1
                            ? UnroutableRecord.of("1".getBytes(StandardCharsets.UTF_8), "is one")
                            : table)
                .serializer(new NumberRows(NumberRows.NONE, 2))
                .failureHandler(Seen.as("dropped"))
                .build());
    env.execute();

    assertThat(ids("dropped")).containsExactlyInAnyOrder(3L, 4L);
    assertThat(Seen.reasons("dropped"))
        .containsExactly(
            "unresolved: is one", table + ": The serializer failed with java.io.IOException.");
  }

  @Test
  void failsTheJobByDefault() {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 4)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .table(table("failed"))
                .serializer(new NumberRows(NumberRows.NONE, 2))
                .build());

    assertThatThrownBy(env::execute)
        .hasStackTraceContaining(
            "A record for penstock-test.alo.failed failed. The serializer failed with"
                + " java.io.IOException.")
        .satisfies(AtLeastOnceIT::tellsNoMessageOfTheSerializer);
  }

  private static void tellsNoMessageOfTheSerializer(Throwable failure) {
    assertThat(ExceptionUtils.stringifyException(failure)).doesNotContain("number 2");
  }

  @Test
  void failsForAResolverThatReturnsNullWhateverTheHandler() {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 4)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .destinationResolver((number, context) -> NO_TABLE.get(0))
                .failureHandler(FailureHandler.logAndDrop())
                .build());

    assertThatThrownBy(env::execute)
        .hasStackTraceContaining("java.io.IOException: The destination resolver returned null.");
  }

  @Test
  void failsForAResolverThatThrowsWhateverTheHandler() {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 4)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .destinationResolver(
                    (number, context) -> {
                      throw new IllegalArgumentException("no table");
                    })
                .failureHandler(FailureHandler.logAndDrop())
                .build());

    assertThatThrownBy(env::execute)
        .hasStackTraceContaining(
            "java.io.IOException: The destination resolver failed with"
                + " java.lang.IllegalArgumentException. Return an UnroutableRecord for a record"
                + " that has no table.");
  }

  @Test
  void failsForAMissingTableThatMayNotBeCreated() {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 4)
        .sinkTo(
            Jobs.sink(BIGQUERY)
                .table(table("missing"))
                .createDisposition(CreateDisposition.CREATE_NEVER)
                .build());

    assertThatThrownBy(env::execute)
        .hasStackTraceContaining("TABLE_NOT_FOUND: Table penstock-test.alo.missing does not exist")
        .hasStackTraceContaining(
            "To have it created, set createDisposition to CREATE_IF_NEEDED (in SQL"
                + " 'sink.create-disposition' = 'create-if-needed').");
  }

  @Test
  void failsForATableThatLiesElsewhereAndMakesNone() throws Exception {
    StreamExecutionEnvironment here = Jobs.withoutRestart(1);
    here.fromSequence(1, 4).sinkTo(Jobs.sink(BIGQUERY).table(table("here")).location("us").build());
    here.execute();
    assertThat(ids("here")).hasSize(4);

    assertThatThrownBy(() -> writeToEurope("here"))
        .hasStackTraceContaining(
            "INVALID_OPTION: location: EU (expected: US, where table penstock-test.alo.here lies)");
    assertThatThrownBy(() -> writeToEurope("nowhere"))
        .hasStackTraceContaining(
            "INVALID_OPTION: location: EU (expected: US, where the dataset of"
                + " penstock-test.alo.nowhere lies)");
    assertThat(BIGQUERY.tables(DATASET)).doesNotContain("nowhere");
  }

  private static void writeToEurope(String table) throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 4).sinkTo(Jobs.sink(BIGQUERY).table(table(table)).location("EU").build());
    env.execute();
  }

  @Test
  void failsForAColumnThatMayNotBeAdded() {
    StandardTableDefinition onlyId =
        StandardTableDefinition.of(Schema.of(Field.of("id", StandardSQLTypeName.INT64)));
    BIGQUERY
        .client()
        .create(TableInfo.of(TableId.of(BIGQUERY.project(), DATASET, "narrower"), onlyId));
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 4).sinkTo(Jobs.sink(BIGQUERY).table(table("narrower")).build());

    assertThatThrownBy(env::execute)
        .hasStackTraceContaining(
            "SCHEMA_MISMATCH: Rows for penstock-test.alo.narrower carry columns that the table"
                + " lacks: [name]. Add the columns, allow new columns to be added, or leave the"
                + " fields out. To have columns added, set schemaUpdateOptions with"
                + " allowNewFields() (in SQL 'sink.schema-update.allow-new-fields' = 'true').");
  }

  @Test
  @Tag("sql")
  void losesNoRowOfAMillionThroughFiveFailures() throws Exception {
    long rows = 1_000_000;
    StreamExecutionEnvironment env = Jobs.environment(2);
    env.fromSequence(1, rows)
        .map(FailsAt.random("alo", 5, 7, rows))
        .sinkTo(Jobs.sink(BIGQUERY).table(table("million")).build());
    env.execute();

    assertThat(FailsAt.remaining("alo")).isZero();
    Tally tally = Tally.of(BIGQUERY, DATASET, "million");
    assertThat(tally.distinct()).isEqualTo(rows);
    assertThat(tally.rows()).isGreaterThanOrEqualTo(rows);
  }
}
