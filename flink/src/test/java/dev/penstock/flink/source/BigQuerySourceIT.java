package dev.penstock.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.flink.MiniFlink;
import dev.penstock.flink.TableDestination;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.local.LocalOptions;
import dev.penstock.local.service.ReadOptions;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The source in running jobs. */
@Tag("sql")
class BigQuerySourceIT {
  private static final String DATASET = "rd";
  private static final long ROWS = 100_000;
  private static final Schema ID =
      new Schema.Parser()
          .parse(
              "{\"type\":\"record\",\"name\":\"Row\",\"fields\":["
                  + "{\"name\":\"id\",\"type\":\"long\"}]}");

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(4);

  /** Small responses and streams, so that a read has many steps. */
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY =
      LocalBigQueryExtension.withDatasets(DATASET)
          .on(
              LocalOptions.inMemory()
                  .withReads(
                      ReadOptions.defaults().withStreamBytes(500_000).withResponses(500, 1 << 20)));

  @BeforeAll
  static void makeTables() throws InterruptedException {
    query(
        "CREATE TABLE rd.numbers AS SELECT id, CONCAT('row ', CAST(id AS STRING)) AS name"
            + " FROM UNNEST(GENERATE_ARRAY(1, "
            + ROWS
            + ")) AS id");
    query(
        "CREATE TABLE rd.types AS SELECT 1 AS id, NUMERIC '1.5' AS n, DATE '2026-01-31' AS d,"
            + " DATETIME '2026-01-31T12:00:00.5' AS dt, TIMESTAMP '2026-01-31 12:00:00+00' AS ts,"
            + " ['a', 'b'] AS l, STRUCT(2 AS x, CAST(NULL AS STRING) AS y) AS s");
  }

  private static void query(String sql) throws InterruptedException {
    BIGQUERY.client().query(QueryJobConfiguration.of(sql));
  }

  private static StreamExecutionEnvironment environment(Map<String, String> more) {
    Map<String, String> configuration = new HashMap<>();
    configuration.put("restart-strategy.type", "fixed-delay");
    configuration.put("restart-strategy.fixed-delay.attempts", "10");
    configuration.put("restart-strategy.fixed-delay.delay", "10 ms");
    configuration.putAll(more);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(configuration));
    env.setParallelism(2);
    return env;
  }

  private static <T> BigQuerySourceBuilder<T> source(
      String table, BigQueryRowDeserializationSchema<T> deserializer) {
    return BigQuerySource.<T>builder()
        .table(TableDestination.of(BIGQUERY.project(), DATASET, table))
        .deserializer(deserializer)
        .emulatorEndpoint(BIGQUERY.grpcTarget());
  }

  private static BigQuerySourceBuilder<GenericRecord> numbers() {
    return source("numbers", BigQueryRowDeserializationSchema.genericRecord(ID));
  }

  private static List<Long> ids(
      StreamExecutionEnvironment env,
      BigQuerySource<GenericRecord> source,
      String run,
      Long... failures)
      throws Exception {
    try (var rows =
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "BigQuery")
            .map(row -> (Long) row.get("id"))
            .returns(Types.LONG)
            .map(FailsOnce.at(run, failures))
            .executeAndCollect(run)) {
      List<Long> ids = new ArrayList<>();
      rows.forEachRemaining(ids::add);
      ids.sort(null);
      return ids;
    }
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  @Test
  @Tag("flink-versions")
  void readsEveryRowOnceThroughFailures() throws Exception {
    StreamExecutionEnvironment env = environment(Map.of());
    env.enableCheckpointing(20);
    BigQuerySource<GenericRecord> source = numbers().maxRecordsPerFetch(100).build();

    assertThat(ids(env, source, "failures", 15_000L, 45_000L, 95_000L)).isEqualTo(numbers(1, ROWS));
    assertThat(FailsOnce.remaining("failures")).isEmpty();
  }

  @Test
  void readsEveryRowOnceThroughBrokenCalls() throws Exception {
    BIGQUERY.faults().add("ReadRows", "numbers", 1, 3, new Fault.Fail("UNAVAILABLE", "later"));

    assertThat(ids(environment(Map.of()), numbers().build(), "broken")).isEqualTo(numbers(1, ROWS));
  }

  @Test
  void readsInBatchesLimitedByBytes() throws Exception {
    BigQuerySource<GenericRecord> source = numbers().maxBytesPerFetch(1).build();

    assertThat(ids(environment(Map.of()), source, "bytes")).isEqualTo(numbers(1, ROWS));
  }

  @Test
  void readsSomeColumnsOfSomeRowsInABatchJob() throws Exception {
    BigQuerySource<GenericRecord> source =
        numbers().selectedFields("id").rowRestriction("id > 99990").maxStreamCount(1).build();

    assertThat(ids(environment(Map.of("execution.runtime-mode", "BATCH")), source, "restricted"))
        .isEqualTo(numbers(99_991, ROWS));
  }

  @Test
  void readsTheTypesOfTheSessionsSchema() throws Exception {
    StreamExecutionEnvironment env = environment(Map.of());

    assertThat(
            env.fromSource(
                    source("types", new Texts()).build(),
                    WatermarkStrategy.noWatermarks(),
                    "BigQuery")
                .executeAndCollect(10))
        .containsExactly(
            "{\"id\": 1, \"n\": \"Yh/\\u0000\", \"d\": 20484,"
                + " \"dt\": \"2026-01-31T12:00:00.500000\", \"ts\": 1769860800000000,"
                + " \"l\": [\"a\", \"b\"], \"s\": {\"x\": 2, \"y\": null}}");
  }

  @Test
  void aTableThatIsAbsentFailsTheJob() {
    StreamExecutionEnvironment env = environment(Map.of("restart-strategy.type", "none"));

    assertThatThrownBy(
            () ->
                env.fromSource(
                        source("absent", new Texts()).build(),
                        WatermarkStrategy.noWatermarks(),
                        "BigQuery")
                    .executeAndCollect(1))
        .hasStackTraceContaining("TABLE_NOT_FOUND: Making a read session of")
        .hasStackTraceContaining("Check the table's name");
  }

  /** Rows as Avro prints them. */
  private static final class Texts implements BigQueryRowDeserializationSchema<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public void deserialize(GenericRecord row, Collector<String> out) {
      out.collect(row.toString());
    }

    @Override
    public TypeInformation<String> getProducedType() {
      return Types.STRING;
    }
  }
}
