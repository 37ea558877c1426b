package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.InsertAllRequest;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes that queries say they read and bill. */
@Tag("sql")
class QueryCostTest {
  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    run("CREATE TABLE d.days (id INT64, s STRING, day DATE) PARTITION BY day");
    run(
        "INSERT INTO d.days VALUES (1, 'ab', '2026-01-01'), (2, NULL, '2026-01-01'),"
            + " (3, 'äö', '2026-01-02'), (4, '', NULL)");
    run("CREATE TABLE d.hours (id INT64, ts TIMESTAMP) PARTITION BY TIMESTAMP_TRUNC(ts, HOUR)");
    run("INSERT INTO d.hours VALUES (1, '2026-01-01 10:15:00'), (2, '2026-01-01 11:15:00')");
    run("CREATE TABLE d.ranges (n INT64) PARTITION BY RANGE_BUCKET(n, GENERATE_ARRAY(0, 100, 10))");
    run("INSERT INTO d.ranges VALUES (1), (9), (10), (99), (-5)");
    run(
        "CREATE VIEW d.late AS SELECT id, s AS text, CONCAT(s, '!') AS loud FROM d.days"
            + " WHERE day >= '2026-01-02'");
    run("CREATE VIEW d.later (number, words) AS SELECT id, text FROM d.late");
    run("CREATE TABLE d.log_1 AS SELECT 1 AS id");
    run("CREATE TABLE d.log_2 AS SELECT 2 AS id, 'ab' AS s");
    run(
        "CREATE TABLE d.types AS SELECT TRUE AS b, 1.5 AS f, NUMERIC '1' AS n, BIGNUMERIC '1' AS"
            + " bn, b'ab' AS y, CURRENT_TIME() AS t, CURRENT_DATETIME() AS dt, CURRENT_TIMESTAMP()"
            + " AS ts, JSON '{\"a\": 1}' AS j, INTERVAL 1 DAY AS i, STRUCT(1 AS x, 'a' AS y) AS st,"
            + " [1, 2] AS a");
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static Job run(String sql) throws InterruptedException {
    return clients.rest.create(JobInfo.of(QueryJobConfiguration.of(sql))).waitFor();
  }

  private static QueryStatistics dryRun(String sql) {
    QueryJobConfiguration query = QueryJobConfiguration.newBuilder(sql).setDryRun(true).build();
    return clients.rest.create(JobInfo.of(query)).getStatistics();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT id FROM d.days; 32",
        "SELECT s FROM d.days; 12",
        "SELECT * FROM d.days; 68",
        "SELECT COUNT(*) FROM d.days; 0",
        "SELECT 1; 0",
        "SELECT a.id FROM d.days AS a JOIN d.days AS b ON a.id = b.id; 32",
        "WITH w AS (SELECT id, day FROM d.days) SELECT id FROM w; 32",
        "WITH w AS (SELECT * FROM d.days) SELECT a.id FROM w AS a JOIN w AS b ON a.day = b.day; 56",
        "SELECT id FROM (SELECT * FROM d.days); 32",
        "SELECT x + 1 FROM (SELECT id AS x, s FROM (SELECT * FROM d.days)) WHERE x > 1; 32",
        "SELECT id FROM (SELECT * FROM d.days UNION ALL SELECT * FROM d.days); 32",
        "SELECT id FROM (SELECT * FROM d.days UNION DISTINCT SELECT * FROM d.days); 68",
        "SELECT COUNT(*) FROM (SELECT * FROM d.days); 0",
        "SELECT id FROM d.days WHERE EXISTS (SELECT * FROM d.ranges); 32",
        "SELECT id FROM (SELECT DISTINCT * FROM d.days); 68",
        "SELECT id, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY day) AS n FROM d.days); 56",
        "INSERT INTO d.days (id) SELECT id FROM (SELECT * FROM d.days); 32",
        "CREATE TABLE d.copied2 AS SELECT id FROM (SELECT * FROM d.days); 32",
        "SELECT id FROM d.days WHERE id IN (SELECT n FROM d.ranges); 72",
        "SELECT id FROM d.days WHERE day = '2026-01-02'; 16",
        "SELECT id FROM d.days WHERE '2026-01-01' < day AND id > 0; 16",
        "SELECT id FROM d.days WHERE day BETWEEN '2025-12-01' AND '2026-01-01'; 32",
        "SELECT id FROM d.days WHERE day IN ('2026-01-02', '2030-01-01'); 16",
        "SELECT id FROM d.days WHERE day = '2026-01-02' OR day = '2030-01-01'; 16",
        "SELECT id FROM d.days WHERE day IS NULL; 8",
        "SELECT n FROM d.ranges WHERE n = 3 OR n = 99; 32",
        "SELECT n FROM d.ranges WHERE n <> 3; 40",
        "SELECT id FROM d.days WHERE day < DATE_ADD(DATE '2026-01-01', INTERVAL 1 DAY); 32",
        "SELECT id FROM d.days WHERE day = '2026-01-02' OR id = 1; 56",
        "SELECT id FROM (SELECT id, day FROM d.days LIMIT 10) WHERE day = '2026-01-02'; 56",
        "SELECT id FROM d.hours WHERE ts >= '2026-01-01 10:30:00'; 32",
        "SELECT id FROM d.hours WHERE ts >= '2026-01-01 11:00:00'; 16",
        "SELECT n FROM d.ranges WHERE n = 3; 24",
        "SELECT n FROM d.ranges WHERE n >= 15; 24",
        "SELECT * FROM d.types; 135",
        "DELETE FROM d.days WHERE day = '2026-01-01'; 36",
        "UPDATE d.days SET id = 0 WHERE id = 7; 68",
        "INSERT INTO d.days (id) SELECT n FROM d.ranges; 40",
        "INSERT INTO d.days (id) VALUES (5); 0",
        "MERGE d.days AS t USING d.ranges AS s ON t.id = s.n WHEN NOT MATCHED THEN INSERT (id)"
            + " VALUES (n); 72",
        "MERGE d.days AS t USING d.ranges AS s ON t.id = s.n WHEN MATCHED THEN DELETE; 108",
        "SELECT * FROM d.late; 22",
        "SELECT id FROM d.late; 16",
        "SELECT loud FROM d.late; 14",
        "SELECT COUNT(*) FROM d.late; 8",
        "SELECT number FROM d.later; 16",
        "SELECT * FROM d.later JOIN d.days ON number = id; 68",
        "CREATE VIEW d.none AS SELECT id FROM d.days; 0",
        "SELECT id FROM `d.log_*`; 16",
        "SELECT s FROM `d.log_*`; 4",
        "SELECT id FROM `d.log_*` WHERE _TABLE_SUFFIX = '2'; 8",
        "SELECT id FROM (SELECT * FROM `d.log_*`); 16",
        "SELECT id FROM `d.log_*` WHERE _TABLE_SUFFIX = '2' OR _TABLE_SUFFIX = '9'; 8",
        "SELECT id FROM `d.log_*` WHERE _TABLE_SUFFIX = '2' OR id = 1; 16",
        "SELECT id FROM `d.log_*` WHERE _TABLE_SUFFIX <> '2'; 8",
        "SELECT id FROM `d.log_*` WHERE _TABLE_SUFFIX NOT IN ('1', '2'); 0",
        "SELECT id FROM `d.log_*` WHERE (_TABLE_SUFFIX = '1' AND id = 1) OR _TABLE_SUFFIX = '9'; 8",
        "SELECT id FROM `d.log_*` WHERE _TABLE_SUFFIX LIKE '2%'; 8",
        "SELECT id FROM `d.log_*` WHERE _TABLE_SUFFIX NOT LIKE '2%'; 8",
        "SELECT id FROM `d.log_*` WHERE NOT (_TABLE_SUFFIX = '1' AND id = 1); 16",
        "SELECT _TABLE_SUFFIX FROM `d.log_*`; 0",
        "CREATE TABLE d.copied AS SELECT id FROM d.days; 32"
      })
  @Fact({"RT-085", "RT-127"})
  void countsTheBytesOfColumnsThatAreReadInPartitionsThatAreReached(String sql, long bytes) {
    QueryStatistics statistics = dryRun(sql);
    assertThat(statistics.getTotalBytesProcessed()).isEqualTo(bytes);
  }

  @Test
  @Fact("PR-010")
  void billsNothingForRowsInTheStreamingBuffer() throws InterruptedException {
    clients.createTable("fresh", Field.of("n", StandardSQLTypeName.INT64));
    clients.rest.insertAll(
        InsertAllRequest.newBuilder(TableId.of("d", "fresh")).addRow(Map.of("n", 1)).build());

    QueryStatistics fresh = run("SELECT n FROM d.fresh").getStatistics();
    assertThat(fresh.getTotalBytesProcessed()).isEqualTo(8);
    assertThat(fresh.getTotalBytesBilled()).isZero();
    clients.local.advanceClock(Duration.ofMinutes(31));
    QueryStatistics settled = run("SELECT n FROM d.fresh").getStatistics();
    assertThat(settled.getTotalBytesBilled()).isEqualTo(10_485_760);
  }

  @Test
  @Fact({"RT-085", "RT-127"})
  void tellsTheSameWhenItRunsAndBillsTenMegabytesForEachTable() throws InterruptedException {
    String sql = "SELECT id, n FROM d.days, d.ranges WHERE day = '2026-01-02'";
    QueryStatistics statistics = run(sql).getStatistics();
    assertThat(statistics.getTotalBytesProcessed()).isEqualTo(56);
    assertThat(statistics.getTotalBytesBilled()).isEqualTo(2 * 10_485_760);
    assertThat(dryRun(sql).getTotalBytesProcessed()).isEqualTo(56);
    assertThat(clients.rest.query(QueryJobConfiguration.of(sql)).getTotalRows()).isEqualTo(5);
    QueryStatistics free = run("SELECT COUNT(*) FROM d.days").getStatistics();
    assertThat(free.getTotalBytesBilled()).isZero();
  }
}
