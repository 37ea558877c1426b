package dev.penstock.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.penstock.flink.MiniFlink;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables of SQL that rows are inserted into. */
class TableSinkIT {
  private static final String DATASET = "sql";

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(4);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  private static String with(String table, String more) {
    return SqlJobs.with(BIGQUERY, DATASET, table, more);
  }

  private static List<Map<String, Object>> rows(String table) {
    return BIGQUERY.table(DATASET, table).rows();
  }

  @Test
  @Tag("flink-versions")
  void appendsRowsOfEveryType() throws Exception {
    StreamTableEnvironment tables = SqlJobs.tables(SqlJobs.environment());
    tables.executeSql(
        "CREATE TABLE typed (id BIGINT NOT NULL, name STRING, flag BOOLEAN, body BYTES, few INT,"
            + " ratio DOUBLE, price DECIMAL(10, 2), due DATE, clock TIME, wall TIMESTAMP(6),"
            + " moment TIMESTAMP_LTZ(6), place ROW<town STRING, zip INT>, tags ARRAY<STRING NOT"
            + " NULL>, counts MAP<STRING, INT>)"
            + with("typed", ""));
    tables
        .executeSql(
            "INSERT INTO typed VALUES (1, 'Zoë', TRUE, X'0102', CAST(7 AS INT), 0.5, 12.34, DATE"
                + " '2026-01-31', TIME '12:34:56', TIMESTAMP '2026-01-31 12:34:56.123456',"
                + " TO_TIMESTAMP_LTZ(1769862896123, 3), ROW('Ulm', 89073), ARRAY['a', 'b'],"
                + " MAP['k', 3])")
        .await();

    assertThat(rows("typed"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("id", 1L).containsEntry("name", "Zoë");
              assertThat(row).containsEntry("flag", true).containsEntry("few", 7L);
              assertThat(row).containsEntry("ratio", 0.5);
              assertThat(row).containsEntry("body", ByteString.copyFrom(new byte[] {1, 2}));
              assertThat((BigDecimal) row.get("price")).isEqualByComparingTo("12.34");
              assertThat(row).containsEntry("due", LocalDate.of(2026, 1, 31));
              assertThat(row).containsEntry("clock", LocalTime.of(12, 34, 56));
              assertThat(row)
                  .containsEntry("wall", LocalDateTime.parse("2026-01-31T12:34:56.123456"));
              assertThat(row).containsEntry("moment", Instant.parse("2026-01-31T12:34:56.123Z"));
              assertThat(row).containsEntry("place", Map.of("town", "Ulm", "zip", 89_073L));
              assertThat(row).containsEntry("tags", List.of("a", "b"));
              assertThat(row).containsEntry("counts", List.of(Map.of("key", "k", "value", 3L)));
            });
  }

  @Test
  void appendsExactlyOnce() throws Exception {
    StreamTableEnvironment tables = SqlJobs.tables(SqlJobs.environment());
    tables.executeSql(
        "CREATE TABLE numbers (id BIGINT) WITH ('connector'='datagen', 'number-of-rows'='500',"
            + " 'fields.id.kind'='sequence', 'fields.id.start'='1', 'fields.id.end'='500')");
    tables.executeSql(
        "CREATE TABLE once (id BIGINT)"
            + with("once", ", 'sink.write-method'='storage-api-exactly-once'"));
    tables.executeSql("INSERT INTO once SELECT id FROM numbers").await();

    assertThat(rows("once")).hasSize(500).doesNotHaveDuplicates();
  }

  @Test
  @Tag("flink-versions")
  void aChangelogBecomesTheTableThatItDescribes() throws Exception {
    Map<Long, String> model = new HashMap<>();
    List<Row> changes = Changelog.random(new Random(5), 2_000, 60, model);
    StreamExecutionEnvironment env = SqlJobs.environment();
    StreamTableEnvironment tables = SqlJobs.tables(env);
    changelog(env, tables, changes);
    tables.executeSql(
        "CREATE TABLE people (id BIGINT NOT NULL, name STRING, PRIMARY KEY (id) NOT ENFORCED)"
            + with("people", ", 'sink.cdc.enabled'='true'"));
    tables.executeSql("INSERT INTO people SELECT id, name FROM changes").await();

    assertThat(asMap("people")).isEqualTo(model);
  }

  @Test
  void theSequenceColumnDecidesWhichChangeIsTheLast() throws Exception {
    StreamExecutionEnvironment env = SqlJobs.environment();
    StreamTableEnvironment tables = SqlJobs.tables(env);
    changelog(
        env,
        tables,
        List.of(
            Row.ofKind(RowKind.INSERT, 1L, "late", "A/2"),
            Row.ofKind(RowKind.UPDATE_AFTER, 1L, "early", "A/1"),
            Row.ofKind(RowKind.INSERT, 2L, "two", "1")));
    tables.executeSql(
        "CREATE TABLE ordered (id BIGINT NOT NULL, name STRING, seq STRING METADATA FROM"
            + " 'change-sequence-number', PRIMARY KEY (id) NOT ENFORCED)"
            + with("ordered", ", 'sink.cdc.enabled'='true'"));
    tables.executeSql("INSERT INTO ordered SELECT id, name, seq FROM changes").await();

    assertThat(asMap("ordered")).isEqualTo(Map.of(1L, "late", 2L, "two"));
  }

  @Test
  void aChangeWithoutItsSequenceNumberFailsTheJob() {
    StreamExecutionEnvironment env = SqlJobs.environment();
    StreamTableEnvironment tables = SqlJobs.tables(env);
    changelog(env, tables, List.of(Row.ofKind(RowKind.INSERT, 1L, "one", null)));
    tables.executeSql(
        "CREATE TABLE unordered (id BIGINT NOT NULL, name STRING, seq STRING METADATA FROM"
            + " 'change-sequence-number', PRIMARY KEY (id) NOT ENFORCED)"
            + with("unordered", ", 'sink.cdc.enabled'='true'"));

    assertThatThrownBy(
            () ->
                tables
                    .executeSql("INSERT INTO unordered SELECT id, name, seq FROM changes")
                    .await())
        .hasStackTraceContaining(
            "A record for penstock-test.sql.unordered failed. The metadata column"
                + " change-sequence-number is NULL. Write the position that the source gives the"
                + " change, or leave the column out for all changes.");
  }

  private static Map<Long, String> asMap(String table) {
    Map<Long, String> names = new HashMap<>();
    for (Map<String, Object> row : rows(table)) {
      names.put((Long) row.get("id"), (String) row.get("name"));
    }
    assertThat(rows(table)).hasSize(names.size());
    return names;
  }

  private static void changelog(
      StreamExecutionEnvironment env, StreamTableEnvironment tables, List<Row> changes) {
    DataStream<Row> stream =
        env.fromData(
            changes,
            Types.ROW_NAMED(
                new String[] {"id", "name", "seq"}, Types.LONG, Types.STRING, Types.STRING));
    Schema schema =
        Schema.newBuilder()
            .column("id", DataTypes.BIGINT().notNull())
            .column("name", DataTypes.STRING())
            .column("seq", DataTypes.STRING())
            .primaryKey("id")
            .build();
    tables.createTemporaryView(
        "changes", tables.fromChangelogStream(stream, schema, ChangelogMode.upsert()));
  }
}
