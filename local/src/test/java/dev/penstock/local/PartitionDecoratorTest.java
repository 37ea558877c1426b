package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.InsertAllRequest;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobConfiguration;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobInfo.WriteDisposition;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tables by partitions: decorated names, and the columns of partitions by ingestion time. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PartitionDecoratorTest {
  private static final Schema NUMBERS = Schema.of(Field.of("n", StandardSQLTypeName.INT64));

  private LocalClients clients;
  private Instant now = Instant.parse("2026-03-04T05:06:07Z");

  @BeforeAll
  void start() throws IOException {
    clients = new LocalClients(LocalOptions.inMemory().withClock(() -> now));
    clients.rest.create(DatasetInfo.of("d"));
  }

  @AfterAll
  void stop() {
    clients.close();
  }

  private List<String> query(String sql) throws InterruptedException {
    List<String> rows = new ArrayList<>();
    for (FieldValueList row : clients.rest.query(QueryJobConfiguration.of(sql)).iterateAll()) {
      rows.add(
          row.stream()
              .map(cell -> String.valueOf(cell.getValue()))
              .collect(Collectors.joining("|")));
    }
    return rows;
  }

  /** Loads JSON lines; the error, null for none. */
  private @Nullable BigQueryError load(String table, WriteDisposition write, String... lines)
      throws IOException {
    TableDataWriteChannel channel =
        clients.rest.writer(
            WriteChannelConfiguration.newBuilder(TableId.of("d", table), FormatOptions.json())
                .setSchema(NUMBERS)
                .setWriteDisposition(write)
                .build());
    try (channel) {
      channel.write(ByteBuffer.wrap(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
    }
    return clients.awaitEnd(channel.getJob().getJobId()).getStatus().getError();
  }

  private @Nullable String run(JobConfiguration job) {
    Job started = clients.rest.create(JobInfo.of(job));
    BigQueryError error = clients.awaitEnd(started.getJobId()).getStatus().getError();
    return error == null ? null : error.getMessage();
  }

  @Test
  @Fact({"RT-047", "RT-090"})
  void loadsIntoOnePartitionByIngestionTime() throws Exception {
    query("CREATE TABLE d.days (n INT64) PARTITION BY _PARTITIONDATE");

    assertThat(load("days$20260101", WriteDisposition.WRITE_APPEND, "{\"n\":1}", "{\"n\":2}"))
        .isNull();
    assertThat(load("days$20260102", WriteDisposition.WRITE_APPEND, "{\"n\":3}")).isNull();
    assertThat(load("days$20260101", WriteDisposition.WRITE_TRUNCATE, "{\"n\":4}")).isNull();
    assertThat(load("days", WriteDisposition.WRITE_APPEND, "{\"n\":5}")).isNull();
    query("INSERT d.days VALUES (6)");

    assertThat(query("SELECT n, _PARTITIONTIME, _PARTITIONDATE FROM d.days ORDER BY n"))
        .containsExactly(
            "3|1.767312E9|2026-01-02",
            "4|1.7672256E9|2026-01-01",
            "5|1.7725824E9|2026-03-04",
            "6|1.7725824E9|2026-03-04");
    assertThat(query("SELECT * FROM d.days WHERE _PARTITIONTIME < '2026-01-02'"))
        .containsExactly("4");
    assertThat(clients.rows("days$20260102")).containsExactly("3");
    assertThat(
            query(
                "SELECT partition_id, total_rows FROM d.INFORMATION_SCHEMA.PARTITIONS"
                    + " WHERE table_name = 'days' ORDER BY 1"))
        .containsExactly("20260101|1", "20260102|1", "20260304|2");
  }

  @Test
  void statementsChangeThePartitionsThatTheyName() throws Exception {
    query("CREATE TABLE d.hours (n INT64) PARTITION BY TIMESTAMP_TRUNC(_PARTITIONTIME, HOUR)");
    assertThat(load("hours$2026010103", WriteDisposition.WRITE_APPEND, "{\"n\":1}")).isNull();
    assertThat(load("hours$2026010104", WriteDisposition.WRITE_APPEND, "{\"n\":2}")).isNull();

    query("UPDATE d.hours SET n = n + 10 WHERE _PARTITIONTIME = '2026-01-01 04:00:00'");
    query("DELETE d.hours WHERE _PARTITIONTIME = '2026-01-01 03:00:00'");

    assertThat(query("SELECT n, _PARTITIONTIME FROM d.hours")).containsExactly("12|1.76724E9");
  }

  @Test
  @Fact("RT-166")
  void streamedRowsHaveNoPartitionWhileTheyAreInTheBuffer() throws Exception {
    query("CREATE TABLE d.streamed (n INT64) PARTITION BY _PARTITIONDATE");
    clients.rest.insertAll(
        InsertAllRequest.newBuilder(TableId.of("d", "streamed")).addRow(Map.of("n", 1)).build());

    assertThat(query("SELECT _PARTITIONTIME IS NULL FROM d.streamed")).containsExactly("true");
    assertThat(clients.rows("streamed$__UNPARTITIONED__")).containsExactly("1");

    Instant before = now;
    now = now.plus(Duration.ofMinutes(31));
    assertThat(query("SELECT _PARTITIONDATE FROM d.streamed")).containsExactly("2026-03-04");
    assertThat(clients.rows("streamed$__UNPARTITIONED__")).isEmpty();
    now = before;
  }

  @Test
  @Fact("RT-047")
  void aPartitionOfAColumnTakesItsOwnRowsOnly() throws Exception {
    query(
        "CREATE TABLE d.sales PARTITION BY day AS SELECT DATE '2026-01-01' AS day, 1 AS n"
            + " UNION ALL SELECT DATE '2026-01-02', 2");

    assertThat(run(into("sales$20260101", "SELECT DATE '2026-01-01' AS day, 3 AS n"))).isNull();
    assertThat(run(into("sales$20260101", "SELECT DATE '2026-01-05' AS day, 4 AS n")))
        .isEqualTo(
            "Some rows belong to different partitions rather than destination partition 20260101");

    assertThat(clients.rows("sales")).containsExactly("2026-01-01|3", "2026-01-02|2");
  }

  private static QueryJobConfiguration into(String table, String sql) {
    return QueryJobConfiguration.newBuilder(sql)
        .setDestinationTable(TableId.of("d", table))
        .setWriteDisposition(WriteDisposition.WRITE_TRUNCATE)
        .build();
  }

  @Test
  @Fact("WA-210")
  void truncatingAPartitionKeepsTheStreamingBuffer() throws Exception {
    query("CREATE TABLE d.buffered (day DATE, n INT64) PARTITION BY day");
    clients.rest.insertAll(
        InsertAllRequest.newBuilder(TableId.of("d", "buffered"))
            .addRow(Map.of("day", "2026-03-04", "n", 1))
            .build());

    assertThat(run(into("buffered$20260304", "SELECT DATE '2026-03-04' AS day, 2 AS n"))).isNull();
    assertThat(run(into("buffered$20260304", "SELECT DATE '2026-03-04' AS day, 3 AS n"))).isNull();

    assertThat(clients.rows("buffered")).containsExactly("2026-03-04|1", "2026-03-04|3");
  }

  @Test
  void copiesFromAndToPartitions() throws Exception {
    query("CREATE TABLE d.source (n INT64) PARTITION BY _PARTITIONDATE");
    assertThat(load("source$20260101", WriteDisposition.WRITE_APPEND, "{\"n\":1}")).isNull();
    assertThat(load("source$20260102", WriteDisposition.WRITE_APPEND, "{\"n\":2}")).isNull();

    assertThat(run(copy("source", "all"))).isNull();
    assertThat(run(copy("source$20260102", "all$20260103"))).isNull();

    assertThat(query("SELECT n, _PARTITIONDATE FROM d.all ORDER BY 2"))
        .containsExactly("1|2026-01-01", "2|2026-01-02", "2|2026-01-03");
  }

  private static CopyJobConfiguration copy(String from, String to) {
    return CopyJobConfiguration.of(TableId.of("d", to), TableId.of("d", from));
  }

  @Test
  @Fact("RT-047")
  void deletesPartitionsOfNumbers() throws Exception {
    query(
        "CREATE TABLE d.ranges PARTITION BY RANGE_BUCKET(n, GENERATE_ARRAY(0, 100, 10)) AS"
            + " SELECT n FROM UNNEST([1, 12, 19, NULL, 200]) AS n");

    assertThat(clients.rest.delete(TableId.of("d", "ranges$10"))).isTrue();
    assertThat(clients.rows("ranges")).containsExactly("1", "200", "null");
    assertThat(clients.rest.delete(TableId.of("d", "ranges$__NULL__"))).isTrue();
    assertThat(clients.rows("ranges")).containsExactly("1", "200");
    assertThat(clients.rows("ranges$__UNPARTITIONED__")).containsExactly("200");
  }

  @Test
  void aJobMakesATableForAPartition() throws Exception {
    assertThat(load("made$202601", WriteDisposition.WRITE_EMPTY, "{\"n\":1}")).isNull();

    StandardTableDefinition made = clients.rest.getTable(TableId.of("d", "made")).getDefinition();
    assertThat(String.valueOf(made.getTimePartitioning())).contains("type=MONTH");
    assertThat(load("made$202601", WriteDisposition.WRITE_EMPTY, "{\"n\":1}"))
        .extracting(error -> error == null ? "" : error.getReason())
        .isEqualTo("duplicate");
    assertThat(load("made$202602", WriteDisposition.WRITE_EMPTY, "{\"n\":1}")).isNull();
  }

  @Test
  void refusesPartitionsThatTheTableCannotHave() throws Exception {
    query("CREATE TABLE d.plain (n INT64)");
    query("CREATE TABLE d.monthly (n INT64) PARTITION BY TIMESTAMP_TRUNC(_PARTITIONTIME, MONTH)");

    assertThat(load("plain$20260101", WriteDisposition.WRITE_APPEND, "{\"n\":1}"))
        .extracting(error -> error == null ? "" : error.getMessage())
        .isEqualTo("Table p:d.plain is not partitioned, so it has no partition 20260101.");
    assertThat(load("monthly$20260101", WriteDisposition.WRITE_APPEND, "{\"n\":1}"))
        .extracting(error -> error == null ? "" : error.getMessage())
        .isEqualTo(
            "Invalid partition 20260101 of table p:d.monthly (expected: YYYYMM, a MONTH in"
                + " UTC)");
  }

  @Test
  @Fact("SQ-042")
  void aFilterOfPartitionsByIngestionTimeIsTakenAndPrunes() throws Exception {
    query(
        "CREATE TABLE d.filtered (n INT64) PARTITION BY _PARTITIONDATE"
            + " OPTIONS (require_partition_filter = TRUE)");
    assertThat(load("filtered$20260101", WriteDisposition.WRITE_APPEND, "{\"n\":1}")).isNull();
    assertThat(load("filtered$20260102", WriteDisposition.WRITE_APPEND, "{\"n\":2}")).isNull();

    assertThat(query("SELECT n FROM d.filtered WHERE _PARTITIONDATE >= '2026-01-02'"))
        .containsExactly("2");
    Job job =
        clients.rest.create(
            JobInfo.of(
                QueryJobConfiguration.of(
                    "SELECT n FROM d.filtered WHERE _PARTITIONDATE >= '2026-01-02'")));
    com.google.cloud.bigquery.JobStatistics.QueryStatistics statistics =
        clients.awaitEnd(job.getJobId()).getStatistics();
    assertThat(statistics.getTotalBytesProcessed()).isEqualTo(8);
  }

  private @Nullable String over(String to, String... from) {
    return run(
        CopyJobConfiguration.newBuilder(
                TableId.of("d", to),
                List.of(from).stream().map(name -> TableId.of("d", name)).toList())
            .setWriteDisposition(WriteDisposition.WRITE_TRUNCATE)
            .build());
  }

  @Test
  void copiesOfAPartitionOntoItselfKeepItsRows() throws Exception {
    query(
        "CREATE TABLE d.same PARTITION BY day AS SELECT DATE '2026-01-01' AS day, 1 AS n"
            + " UNION ALL SELECT DATE '2026-01-02', 2 UNION ALL SELECT NULL, 3");
    List<String> rows = List.of("2026-01-01|1", "2026-01-02|2", "null|3");

    assertThat(over("same$20260101", "same$20260101")).isNull();
    assertThat(over("same$__NULL__", "same$__NULL__")).isNull();
    assertThat(clients.rows("same")).containsExactlyElementsOf(rows);
    assertThat(over("same$20260101", "same")).startsWith("Some rows belong to different");
    assertThat(over("same", "same")).isNull();
    assertThat(clients.rows("same")).containsExactlyElementsOf(rows);

    assertThat(over("same", "same$20260102")).isNull();
    assertThat(clients.rows("same")).containsExactly("2026-01-02|2");
  }

  @Test
  @Fact("RT-047")
  void copiesIntoOnePartitionByIngestionTimeChangeNoOther() throws Exception {
    query("CREATE TABLE d.came (n INT64) PARTITION BY _PARTITIONDATE");
    assertThat(load("came$20260101", WriteDisposition.WRITE_APPEND, "{\"n\":1}")).isNull();
    assertThat(load("came$20260102", WriteDisposition.WRITE_APPEND, "{\"n\":2}")).isNull();
    List<String> rows = List.of("1|2026-01-01", "2|2026-01-02");
    String all = "SELECT n, _PARTITIONDATE FROM d.came ORDER BY n";

    assertThat(over("came$20260102", "came"))
        .isEqualTo(
            "Some rows belong to different partitions rather than destination partition 20260102");
    assertThat(run(copy("came", "came$20260103"))).startsWith("Some rows belong to different");
    assertThat(run(copy("came", "created$20260102"))).startsWith("Some rows belong to different");
    assertThat(over("came$20260102", "came$20260102")).isNull();
    assertThat(over("came", "came")).isNull();
    assertThat(query(all)).containsExactlyElementsOf(rows);
    query("CREATE OR REPLACE TABLE d.came CLONE d.came");
    assertThat(query(all)).containsExactlyElementsOf(rows);

    query("CREATE TABLE d.plainer AS SELECT 3 AS n");
    assertThat(over("came$20260102", "plainer")).isNull();
    assertThat(over("came$20260103", "came$20260101")).isNull();
    assertThat(query(all)).containsExactly("1|2026-01-01", "1|2026-01-03", "3|2026-01-02");
  }

  @Test
  void refusesDatesAndNumbersThatAreNone() throws Exception {
    query("CREATE TABLE d.real (n INT64) PARTITION BY _PARTITIONDATE");
    query(
        "CREATE TABLE d.whole (n INT64) PARTITION BY RANGE_BUCKET(n, GENERATE_ARRAY(-10, 100, 10))");
    for (String id : List.of("20260230", "20260229", "20260431", "00000101", "20261301")) {
      String refusal =
          "Invalid partition " + id + " of table p:d.real (expected: YYYYMMDD, a DAY in UTC)";
      assertThat(load("real$" + id, WriteDisposition.WRITE_APPEND, "{\"n\":1}"))
          .extracting(error -> error == null ? "" : error.getMessage())
          .isEqualTo(refusal);
      assertThat(run(copy("real$" + id, "unreal"))).isEqualTo(refusal);
      assertThat(run(into("real$" + id, "SELECT 1 AS n"))).isEqualTo(refusal);
      assertThatThrownBy(() -> clients.rows("real$" + id)).hasMessage(refusal);
      assertThatThrownBy(() -> clients.rest.delete(TableId.of("d", "real$" + id)))
          .hasMessage(refusal);
      assertThat(run(into("absent$" + id, "SELECT 1 AS n"))).startsWith("Invalid partition " + id);
    }
    for (String id : List.of("00", "-0", "010", "-010")) {
      assertThatThrownBy(() -> clients.rows("whole$" + id))
          .hasMessage(
              "Invalid partition " + id + " of table p:d.whole (expected: the start of a range)");
    }
    assertThat(clients.rows("whole$-10")).isEmpty();
    assertThat(load("real$20240229", WriteDisposition.WRITE_APPEND, "{\"n\":1}")).isNull();
  }
}
